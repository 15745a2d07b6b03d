type Ticketed<Options> = {
  /** Returned with the answer, unchanged. Valid in this browser only, once, until `expiresAt`. */
  ticket: string;
  options: Options;
  /** Epoch seconds. */
  expiresAt: number;
};

export type PasskeyRequest = Ticketed<PublicKeyCredentialRequestOptionsJSON>;
export type PasskeyCreation = Ticketed<PublicKeyCredentialCreationOptionsJSON>;

/** Set by a page's script if the device can verify its user. Users can forge it, so it decides only whether to offer a passkey. */
export const platformAuthenticatorCookie = 'has-platform-authenticator';

/** The site offers a passkey of this device for this long after a sign-in, which is then recent enough to add one. */
export const offerLifeInSeconds = 10 * 60;
