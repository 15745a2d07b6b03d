export type PasskeyRequest = {
  /** Goes back with the answer, unchanged. Good in this browser alone, once, until `expiresAt`. */
  ticket: string;
  options: PublicKeyCredentialRequestOptionsJSON;
  /** Epoch seconds. */
  expiresAt: number;
};

export type PasskeyCreation = {
  ticket: string;
  options: PublicKeyCredentialCreationOptionsJSON;
  expiresAt: number;
};
