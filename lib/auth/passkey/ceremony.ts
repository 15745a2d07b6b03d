/** What a browser needs for asking for a passkey, and what the server wants back with the answer. */
export type PasskeyRequest = {
  /** Goes back with the answer, unchanged. Good in this browser alone, once, until `expiresAt`. */
  ticket: string;
  /** For `navigator.credentials.get`, once parsed from JSON. */
  options: PublicKeyCredentialRequestOptionsJSON;
  /** Epoch seconds. */
  expiresAt: number;
};

/** The same for making a passkey. */
export type PasskeyCreation = {
  ticket: string;
  /** For `navigator.credentials.create`, once parsed from JSON. */
  options: PublicKeyCredentialCreationOptionsJSON;
  expiresAt: number;
};
