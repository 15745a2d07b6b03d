/** What an authenticator's answer has to be about. */
export interface Expected {
  /** Base64url. */
  challenge: string;
  rpId: string;
  origins: readonly string[];
}
