import { hasPasskeys } from './has-passkeys';

/** Whether the device can verify its user (fingerprint, face or screen lock) and store passkeys. Never throws. */
export async function hasPlatformAuthenticator(): Promise<boolean> {
  try {
    return hasPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
  } catch {
    return false;
  }
}
