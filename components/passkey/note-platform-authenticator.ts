import {
  offerLifeInSeconds,
  platformAuthenticatorCookie,
} from '../../lib/auth/passkey/platform-authenticator';
import { setScriptCookie } from '../../lib/set-script-cookie';
import { hasPlatformAuthenticator } from './has-platform-authenticator';

/**
 * Tells the page that follows whether this device could have a passkey, so that it can be drawn with the offer at once
 * and nothing moves later.
 */
export async function notePlatformAuthenticator(): Promise<void> {
  if (!(await hasPlatformAuthenticator())) return;
  setScriptCookie(platformAuthenticatorCookie, '1', offerLifeInSeconds);
}
