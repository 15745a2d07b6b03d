import 'server-only';
import { AuthApiError, type AuthError, AuthRetryableFetchError } from '@supabase/supabase-js';
import { headers } from 'next/headers';
import { z } from 'zod';
import { environment } from '../env.ts';
import { forwardingHeaders } from '../http/client-address.ts';
import type { Result } from '../result.ts';
import { failFromAuth } from './error-codes.ts';
import { fetchAuth } from './fetch-auth.ts';
import { fetchBackend } from './fetch-backend.ts';

type AuthRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The user's; without it, the request is anonymous. */
  accessToken?: string;
  /** Authenticates as this server, which needs no captcha. */
  asServer?: boolean;
  body?: Record<string, unknown>;
};

const Refusal = z.object({ code: z.string(), message: z.string().default('') });

type AuthAnswer = { data: unknown; error: null } | { data: null; error: AuthError };

/** For calls where supabase-js would keep its own session. Returns Auth's answer unparsed; a redirect as `{location}`, not followed. */
export async function callAuth(request: AuthRequest): Promise<Result<{ data: unknown }>> {
  const { data, error } = await callAuthUnmapped(request);
  return error ? failFromAuth(error) : { ok: true, data };
}

/** Like `callAuth`, with Auth's own error. */
export async function callAuthUnmapped({
  method,
  path,
  accessToken,
  asServer,
  body,
}: AuthRequest): Promise<AuthAnswer> {
  const { supabaseSecretKey: key } = environment();
  const answer = await fetchAuth(path, {
    method,
    accessToken,
    body,
    ...(asServer && { headers: { apikey: key, authorization: `Bearer ${key}` } }),
    redirect: 'manual',
    by: fetchForVisitor,
  }).catch(() => null);
  if (!answer) return refuse(new AuthRetryableFetchError('Auth did not answer', 0));
  const location = answer.headers.get('location');
  if (location) return { data: { location }, error: null };
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return { data, error: null };
  const refusal = Refusal.safeParse(data);
  const { code, message } = refusal.success ? refusal.data : { code: 'unknown', message: '' };
  return refuse(new AuthApiError(message, answer.status, code));
}

function refuse(error: AuthError): AuthAnswer {
  return { data: null, error };
}

/** An unsigned token, which Auth treats as anonymous. Without one, Auth treats the secret key as the server, and skips the captcha. */
const anonymousToken = [{ alg: 'HS256', typ: 'JWT' }, { role: 'anon' }, 'unsigned']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

/** `fetch` to Auth with the visitor's address, which requires the secret key as `apikey`. The visitor's own token stays in use. */
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
