/** What a toast says, and what takes it back, where something does. */
export type Success = { text: string; undo?: (() => void) | undefined };

/** What `showSuccess` sends to the toaster; `detail` is a `Success`. */
export const successEvent = 'countersign:success';

/** Says in a toast that something worked. For successes only: an error stays where it happened. */
export function showSuccess(text: string, undo?: () => void): void {
  dispatchEvent(new CustomEvent<Success>(successEvent, { detail: { text, undo } }));
}
