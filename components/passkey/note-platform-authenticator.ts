import {
  offerLifeInSeconds,
  platformAuthenticatorCookie,
} from '../../lib/auth/passkey/platform-authenticator';
import { hostOnly } from '../../lib/host-only-cookie';
import { hasPlatformAuthenticator } from './platform-authenticator';

/**
 * Tells the page that follows whether this device could have a passkey, so that it can be drawn with the offer at once
 * and nothing moves later.
 */
export async function notePlatformAuthenticator(): Promise<void> {
  if (!(await hasPlatformAuthenticator())) return;
  const isEncrypted = location.protocol === 'https:';
  const name = hostOnly(platformAuthenticatorCookie, isEncrypted);
  // biome-ignore lint/suspicious/noDocumentCookie: few browsers have the Cookie Store API, and this one says nothing of worth.
  document.cookie = `${name}=1; path=/; max-age=${offerLifeInSeconds}; samesite=lax${isEncrypted ? '; secure' : ''}`;
}
