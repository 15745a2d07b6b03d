/** An expected reason why the chain cannot start. Its message is one line that says what to do. */
export class StartFailure extends Error {}
