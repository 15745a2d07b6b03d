/**
 * A browser sets it if it can verify the person who holds the device. A script writes it, so it decides only about offering
 * a passkey.
 */
export const platformAuthenticatorCookie = 'has-platform-authenticator';

/** Signing in with a passkey of this device is offered for so long after it: that is how long a sign-in is recent. */
export const offerLifeInSeconds = 10 * 60;
