/** Something a person can put right. Its message is shown as it is, without a stack, and the exit code is 1. */
export class PlainFailure extends Error {
  override name = 'PlainFailure';
}
