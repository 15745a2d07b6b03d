import 'server-only';
import { AuthApiError, type AuthError, AuthRetryableFetchError } from '@supabase/supabase-js';
import { z } from 'zod';
import { environment } from '../env.ts';
import type { Result } from '../result.ts';
import { failFromAuth } from './error-codes.ts';
import { fetchAuth } from './fetch-auth.ts';
import { fetchForVisitor } from './fetch-for-visitor.ts';

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
