/** Whether this browser has passkeys at all. None has them on a page that came over plain http, but for localhost. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Whether the device has a fingerprint, a face or a screen lock to check who holds it, and keep passkeys by. Never throws. */
export async function hasPlatformAuthenticator(): Promise<boolean> {
  try {
    return hasPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
  } catch {
    return false;
  }
}
