export type Person = {
  /** Identifies the person permanently, together with the issuer. Apps on other hosts receive another value. */
  sub: string;
  /** Chosen by the person. Not unique. */
  name: string | null;
  /** Confirmed at the sign-in or the last token refresh. Null unless the scope has `email`. */
  email: string | null;
  /** `urn:countersign:1fa` or `urn:countersign:2fa`, as of the sign-in to this app. Check it after a step-up. */
  acr: string | null;
  /** The last sign-in or confirmation at the site before that, in epoch seconds. */
  authTime: number | null;
};
