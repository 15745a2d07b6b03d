import { offerLifeInSeconds, platformAuthenticatorCookie } from '@/lib/auth/passkey/passkey-options';
import { setScriptCookie } from '@/lib/set-script-cookie';
import { hasPasskeys } from './has-passkeys';

/** Whether the device can verify its user (fingerprint, face or screen lock) and store passkeys. Never throws. */
export async function hasPlatformAuthenticator(): Promise<boolean> {
  try {
    return hasPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
  } catch {
    return false;
  }
}

/** Sets a cookie if this device can have a passkey, so that the server renders the offer and the layout doesn't shift. */
export async function recordPlatformAuthenticator(): Promise<void> {
  if (!(await hasPlatformAuthenticator())) return;
  setScriptCookie(platformAuthenticatorCookie, '1', offerLifeInSeconds);
}
