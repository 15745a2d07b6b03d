/** An expected reason why the backend can't start. Its message is one line that says what to do. */
export class StartFailure extends Error {}
