export type ConfirmRequest = {
  path: string;
  pressed: string | undefined;
  /** Whether an authenticator's code is required. */
  byAuthenticator: boolean;
  onConfirmed: () => void;
  keep?: (() => void) | undefined;
};

/** The event of `openConfirmDialog`; `detail` is a `ConfirmRequest`. */
export const confirmEvent = 'countersign:confirm-access';

/** @returns whether the page opened a dialog. If not, the caller's link leads to `/confirm-access`. */
export function openConfirmDialog(detail: ConfirmRequest): boolean {
  return !dispatchEvent(new CustomEvent(confirmEvent, { detail, cancelable: true }));
}
