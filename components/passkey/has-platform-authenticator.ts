import { hasPasskeys } from './has-passkeys';

/** Whether the device has a fingerprint, a face or a screen lock to check who holds it, and keep passkeys by. Never throws. */
export async function hasPlatformAuthenticator(): Promise<boolean> {
  try {
    return hasPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
  } catch {
    return false;
  }
}
