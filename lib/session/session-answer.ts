/** The response of `/api/session`. Never contains a token, an email or an id. */
export type SessionAnswer =
  | {
      status: 'signed-in';
      /** Until the access token expires. */
      expiresInSeconds: number;
      /** The account's `hashAccount`. */
      account: string;
    }
  | { status: 'signed-out' }
  /** The session can't be checked now; it may be live. */
  | { status: 'unavailable' };
