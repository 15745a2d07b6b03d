export type Toast = {
  text: string;
  /** Undoes the change. Returns the toast with the result, because the user may be on another page by then. */
  undo?: (() => Promise<Toast>) | undefined;
  isFailure?: boolean;
};

/** The event from `showSuccess` to the toaster; `detail` is a `Toast`. */
export const successEvent = 'countersign:success';

/** For successes only. Errors appear where they happen. */
export function showSuccess(text: string, undo?: Toast['undo']): void {
  dispatchEvent(new CustomEvent<Toast>(successEvent, { detail: { text, undo } }));
}
