import 'server-only';
import { headers } from 'next/headers';
import { environment } from '../env.ts';
import { forwardingHeaders } from '../http/client-address.ts';
import { fetchBackend } from './fetch-backend.ts';

/** An unsigned token, which Auth treats as anonymous. Without one, Auth treats the secret key as the server, and skips the captcha. */
const anonymousToken = [{ alg: 'HS256', typ: 'JWT' }, { role: 'anon' }, 'unsigned']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

/**
 * `fetch` to Auth with the visitor's trusted address, for Auth's limits and log. Auth accepts it only with the secret key as `apikey`;
 * the visitor's own token stays, so the call gains no rights.
 */
export const fetchForVisitor: typeof fetch = async (input, init) => {
  const forwarded = forwardingHeaders(await headers());
  if (Object.keys(forwarded).length === 0) return fetchBackend(input, init);
  const { supabasePublishableKey, supabaseSecretKey } = environment();
  const changed = new Headers(init?.headers);
  changed.set('apikey', supabaseSecretKey);
  if (changed.get('authorization') === `Bearer ${supabasePublishableKey}`) {
    // Sent even without a captcha here, because the project may require one. A legacy public key is itself an anonymous token.
    if (supabasePublishableKey.startsWith('sb_')) changed.set('authorization', `Bearer ${anonymousToken}`);
  }
  for (const [name, value] of Object.entries(forwarded)) changed.set(name, value);
  return fetchBackend(input, { ...init, headers: changed });
};
