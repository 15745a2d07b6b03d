/** An error that a person can fix. Shown as its message alone, without a stack. */
export class PlainFailure extends Error {
  override name = 'PlainFailure';
}
