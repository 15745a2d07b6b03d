export type Toast = {
  text: string;
  /** Says in the next toast how it went: the person may be on another page by then. */
  undo?: (() => Promise<Toast>) | undefined;
  /** Set where it could not be taken back. */
  isFailure?: boolean;
};

/** `showSuccess` sends it to the toaster; `detail` is a `Toast`. */
export const successEvent = 'countersign:success';

/** For successes only: an error stays where it happened. */
export function showSuccess(text: string, undo?: Toast['undo']): void {
  dispatchEvent(new CustomEvent<Toast>(successEvent, { detail: { text, undo } }));
}
