import 'server-only';
import type { Factor } from '@supabase/supabase-js';
import type { Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { failFromAuth } from '../supabase/error-codes.ts';
import { createAdminSupabase } from '../supabase/server.ts';

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
