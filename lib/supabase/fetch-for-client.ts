import 'server-only';
import { headers } from 'next/headers';
import { environment } from '../env.ts';
import { forwardingHeaders } from '../http/client-address.ts';
import { fetchBackend } from './fetch.ts';

/** A token that nobody signed, which Auth takes for nobody: without one it takes the secret key for the server itself, and asks that for no captcha. */
const nobodysToken = [{ alg: 'HS256', typ: 'JWT' }, { role: 'anon' }, 'unsigned']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

/**
 * `fetch` to Auth on behalf of a person. A trusted address is sent along, so that Auth's limits and log see the person
 * and not this server. Auth believes it only from the secret key, which then replaces the public one as `apikey`; the
 * person's own token stays, so the call can do no more than before.
 */
export const fetchForClient: typeof fetch = async (input, init) => {
  const forwarded = forwardingHeaders(await headers());
  if (Object.keys(forwarded).length === 0) return fetchBackend(input, init);
  const { supabasePublishableKey, supabaseSecretKey } = environment();
  const changed = new Headers(init?.headers);
  changed.set('apikey', supabaseSecretKey);
  if (changed.get('authorization') === `Bearer ${supabasePublishableKey}`) {
    // Sent whether or not this site has a captcha, because the project may ask for one. An older public key is itself a
    // token that says it is nobody's.
    if (supabasePublishableKey.startsWith('sb_')) changed.set('authorization', `Bearer ${nobodysToken}`);
  }
  for (const [name, value] of Object.entries(forwarded)) changed.set(name, value);
  return fetchBackend(input, { ...init, headers: changed });
};
