/** What `/api/session` tells a page about the session of its browser. Never a token, an e-mail or an id. */
export type SessionAnswer =
  | {
      status: 'signed-in';
      /** Until the access token expires. */
      expiresInSeconds: number;
      /** Whose session it is, as `hashAccount` has it. */
      account: string;
    }
  | { status: 'signed-out' }
  /** Nobody can tell right now, so nothing is over. */
  | { status: 'unavailable' };
