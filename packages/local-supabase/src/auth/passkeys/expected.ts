export interface Expected {
  /** Base64url. */
  challenge: string;
  rpId: string;
  origins: readonly string[];
}
