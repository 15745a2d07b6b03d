/**
 * The cookie by which a browser says, on its way in, that it has a fingerprint, a face or a screen lock to check who holds
 * it. Written by a script, and trusted with nothing but whether a passkey is offered after the sign-in.
 */
export const platformAuthenticatorCookie = 'has-platform-authenticator';

/** Signing in with a passkey of this device is offered for so long after it: that is how long a sign-in is recent. */
export const offerLifeInSeconds = 10 * 60;
