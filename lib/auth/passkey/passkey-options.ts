export type PasskeyRequest = {
  /** Returned with the answer, unchanged. Valid in this browser only, once, until `expiresAt`. */
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
