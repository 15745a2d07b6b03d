import 'server-only';
import type { AuthMFAVerifyResponseData, Factor } from '@supabase/supabase-js';
import { consumeAttempt, resetAttempts } from '../rate-limit/consume.ts';
import { keyedHash } from '../rate-limit/keyed-hash.ts';
import { readSubject } from '../rate-limit/read-subject.ts';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { failFromAuth } from '../supabase/error-codes.ts';
import { createAdminSupabase, type Supabase } from '../supabase/server.ts';

export type Authenticator = { id: string; name: string; addedAt: string };

/** Whether Auth requires a second factor of any kind. Phone messages and security keys can only be set up outside this site. */
export function requiresMfa(factors: Factor[] | undefined): boolean {
  return (factors ?? []).some(({ status }) => status === 'verified');
}

/** If any second factor was set up or kept here (`known`), only such authenticators sign in; else all do. */
export function pickSigningIn(factors: Factor[] | undefined, known: string[]): Authenticator[] {
  const apps = pickAuthenticators(factors);
  return known.length > 0 ? apps.filter(({ id }) => known.includes(id)) : apps;
}

export function listKnownFactors(userId: string): Promise<Result<{ rows: string[] }>> {
  return callFunction('list_known_authenticators', { p_user_id: userId });
}

/** Omits authenticators whose setup wasn't finished. */
function pickAuthenticators(factors: Factor[] | undefined): Authenticator[] {
  return (factors ?? [])
    .filter(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
    .map(({ id, friendly_name, created_at }) => ({
      id,
      name: friendly_name || 'Authenticator',
      addedAt: created_at,
    }));
}

export async function listAuthenticators(
  userId: string,
): Promise<Result<{ authenticators: Authenticator[] }>> {
  const { data, error } = await createAdminSupabase().auth.admin.mfa.listFactors({ userId });
  return error ? failFromAuth(error) : { ok: true, authenticators: pickAuthenticators(data.factors) };
}

/**
 * Checks a code against each authenticator, as one attempt. Uses it up before Auth, which accepts a code again for 90 seconds.
 * @param supabase signed in as the account; its session then reaches aal2.
 * @returns the new session's tokens; `factor.code_wrong` for wrong and used codes alike; `auth.too_many_attempts`.
 */
export async function verifyMfa(
  supabase: Pick<Supabase, 'auth'>,
  given: { userId: string; factorIds: string[]; code: string },
): Promise<Result<{ tokens: AuthMFAVerifyResponseData }>> {
  const limitSubject = await readSubject(given.userId);
  const taken = await consumeAttempt('second_factor', limitSubject);
  if (!taken.ok) return taken;
  const verified = await verifyMfaUncounted(supabase, given);
  if (verified.ok) await resetAttempts('second_factor', limitSubject);
  return verified;
}

/** For a caller that has counted the attempt. */
export async function verifyMfaUncounted(
  supabase: Pick<Supabase, 'auth'>,
  given: { factorIds: string[]; code: string },
): Promise<Result<{ tokens: AuthMFAVerifyResponseData }>> {
  for (const factorId of given.factorIds) {
    const codeHash = keyedHash('used code', [factorId, given.code]).toString('hex');
    const fresh = await callFunction('consume_factor_code', { p_code_hash: codeHash });
    if (!fresh.ok) return fresh;
    if (!fresh.rows) continue;
    const { data, error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code: given.code });
    if (!error) return { ok: true, tokens: data };
    const isLast = factorId === given.factorIds.at(-1);
    const failure = failFromAuth(error);
    if (isLast || failure.code !== 'factor.code_wrong') return failure;
  }
  return fail('factor.code_wrong');
}
