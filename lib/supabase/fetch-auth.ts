import { environment } from '../env.ts';
import { fetchBackend } from './fetch-backend.ts';

type AuthCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The user's; without it, the call is anonymous. */
  accessToken?: string | undefined;
  body?: Record<string, unknown> | undefined;
  headers?: Record<string, string>;
  /** Aborts sooner than `fetchBackend`. */
  signal?: AbortSignal;
  redirect?: 'manual';
  by?: typeof fetch;
};

/** Uses the public key, no cache, and the API version whose errors have codes. Rejects as `fetch` does. @param path below `/auth/v1`. */
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
