export type ConfirmRequest = {
  path: string;
  pressed: string | undefined;
  /** Whether nothing but an authenticator's code will do. */
  byAuthenticator: boolean;
  onConfirmed: () => void;
  /** Keeps what the page goes on with, for someone who leaves it to confirm. */
  keep?: (() => void) | undefined;
};

/** What `askToConfirm` sends to the page; `detail` is a `ConfirmRequest`. */
export const confirmEvent = 'countersign:confirm-access';

/** @returns whether the page has taken it over. A page without such a dialog leaves it to the link. */
export function askToConfirm(detail: ConfirmRequest): boolean {
  return !dispatchEvent(new CustomEvent(confirmEvent, { detail, cancelable: true }));
}
