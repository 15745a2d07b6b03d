export type PasskeyRequest = {
  /** Goes back with the answer, unchanged. Good in this browser alone, once, until `expiresAt`. */
  ticket: string;
  options: PublicKeyCredentialRequestOptionsJSON;
  /** Epoch seconds. */
  expiresAt: number;
};

/** The same for making a passkey. */
export type PasskeyCreation = {
  ticket: string;
  options: PublicKeyCredentialCreationOptionsJSON;
  expiresAt: number;
};
