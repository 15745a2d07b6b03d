import { offerLifeInSeconds, platformAuthenticatorCookie } from '@/lib/auth/passkey/platform-authenticator';
import { setScriptCookie } from '@/lib/set-script-cookie';
import { hasPlatformAuthenticator } from './has-platform-authenticator';

/** Sets a cookie if this device can have a passkey, so that the server renders the offer and the layout doesn't shift. */
export async function recordPlatformAuthenticator(): Promise<void> {
  if (!(await hasPlatformAuthenticator())) return;
  setScriptCookie(platformAuthenticatorCookie, '1', offerLifeInSeconds);
}
