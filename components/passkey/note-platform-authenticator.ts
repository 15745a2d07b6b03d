import {
  offerLifeInSeconds,
  platformAuthenticatorCookie,
} from '../../lib/auth/passkey/platform-authenticator';
import { setScriptCookie } from '../../lib/set-script-cookie';
import { hasPlatformAuthenticator } from './has-platform-authenticator';

/** Tells the next page whether this device could have a passkey, so that the offer is drawn at once and nothing moves. */
export async function notePlatformAuthenticator(): Promise<void> {
  if (!(await hasPlatformAuthenticator())) return;
  setScriptCookie(platformAuthenticatorCookie, '1', offerLifeInSeconds);
}
