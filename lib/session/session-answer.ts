/** `/api/session`'s answer to a page. Never a token, an email or an id. */
export type SessionAnswer =
  | {
      status: 'signed-in';
      /** Until the access token expires. */
      expiresInSeconds: number;
      /** Whose session it is, as `hashAccount` has it. */
      account: string;
    }
  | { status: 'signed-out' }
  /** Unknown for now, so nothing is over. */
  | { status: 'unavailable' };
