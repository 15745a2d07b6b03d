/** What `showSuccess` sends to the toaster; `detail` is the text. */
export const successEvent = 'countersign:success';

/** Says in a toast that something worked. For successes only: an error stays where it happened. */
export function showSuccess(text: string): void {
  dispatchEvent(new CustomEvent(successEvent, { detail: text }));
}
