/** The columns of auth.users with a token, and those with the time its email was sent. */
export const sentAtColumns = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const;

export type TokenKind = keyof typeof sentAtColumns;

export interface ConsumedToken {
  userId: string;
  kind: TokenKind;
  /** True if the request for the email had a PKCE challenge. */
  isPkce: boolean;
}
