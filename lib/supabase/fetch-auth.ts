import { environment } from '../env.ts';
import { fetchBackend } from './fetch.ts';

type AuthCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whose call it is; nobody's without one. */
  accessToken?: string | undefined;
  /** Sent as JSON. */
  body?: Record<string, unknown> | undefined;
  headers?: Record<string, string>;
  /** Gives up sooner than `fetchBackend` does. */
  signal?: AbortSignal;
  /** For an answer that tells where a browser is to go. */
  redirect?: 'manual';
  /** What sends it, in the place of `fetchBackend`. */
  by?: typeof fetch;
};

/**
 * One request to Supabase Auth with the public key, its refusals with their codes. No cache keeps the answer.
 * Rejects as `fetch` does.
 * @param path below `/auth/v1`.
 */
export function fetchAuth(
  path: string,
  { method = 'GET', accessToken, body, headers, signal, redirect, by = fetchBackend }: AuthCall = {},
): Promise<Response> {
  const { supabaseUrl, supabasePublishableKey } = environment();
  return by(`${supabaseUrl}/auth/v1${path}`, {
    method,
    headers: {
      apikey: supabasePublishableKey,
      'x-supabase-api-version': '2024-01-01',
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(redirect && { redirect }),
    cache: 'no-store',
  });
}
