/** An error that the user can fix. Shown as its message alone, without a stack trace. */
export class PlainFailure extends Error {
  override name = 'PlainFailure';
}
