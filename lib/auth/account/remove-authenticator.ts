import 'server-only';
import type { Factor } from '@supabase/supabase-js';
import { recordEvent } from '../../activity/record-event.ts';
import type { Failure } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAdminSupabase, createSupabase } from '../../supabase/server.ts';
import { presentViewer } from '../step-up/require-recent-auth.ts';
import { changeMeans } from './known-methods.ts';

/** An authenticator app that the account is signed in with. */
export type Authenticator = { id: string; name: string; addedAt: string };

/** Whether Auth asks for a second step, by whatever: a phone's message and a passkey are set up past this site alone. */
export function asksForSecondStep(factors: Factor[] | undefined): boolean {
  return (factors ?? []).some(({ status }) => status === 'verified');
}

/**
 * The authenticators whose codes sign in. Where one was set up here, another that was not stands in
 * for none of them; where none was, whoever has one goes on with it.
 * @param known all second factors that were set up or kept here.
 */
export function pickSigningIn(factors: Factor[] | undefined, known: string[]): Authenticator[] {
  const apps = pickAuthenticators(factors);
  return known.length > 0 ? apps.filter(({ id }) => known.includes(id)) : apps;
}

/** The ids of the second factors that were set up or kept here. */
export function listKnownFactors(userId: string): Promise<{ ok: true; rows: string[] } | Failure> {
  return callFunction<string[]>('list_known_authenticators', { p_user_id: userId });
}

/** Those that count: one whose set-up was left is not among them. */
export function pickAuthenticators(factors: Factor[] | undefined): Authenticator[] {
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
): Promise<{ ok: true; authenticators: Authenticator[] } | Failure> {
  const { data, error } = await createAdminSupabase().auth.admin.mfa.listFactors({ userId });
  return error ? failFromAuth(error) : { ok: true, authenticators: pickAuthenticators(data.factors) };
}

/**
 * Takes an authenticator off the viewer's account. With the last one the recovery codes go too: they would let nobody in
 * any more.
 * @returns `factor.gone` when it was removed elsewhere, `factor.needed` when this session was not proven by one.
 */
export async function removeAuthenticator(id: string): Promise<{ ok: true } | Failure> {
  const acting = await presentViewer();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const before = await listAuthenticators(viewer.id);
  if (!before.ok) return before;
  const supabase = await createSupabase();
  const gone = await changeMeans(viewer.id, { kind: 'authenticator', reference: id }, async () => {
    const { error } = await supabase.auth.mfa.unenroll({ factorId: id });
    return error ? failFromAuth(error) : { ok: true };
  });
  if (!gone.ok) return gone;
  const removed = before.authenticators.find((one) => one.id === id);
  await recordEvent(viewer.id, { kind: 'factor_removed', details: { name: removed?.name ?? '' } });
  return voidRecoveryCodes(viewer.id);
}

/** Where no authenticator is left, recovery codes must not come back to life with the next. Else does nothing. */
export async function voidRecoveryCodes(userId: string): Promise<{ ok: true } | Failure> {
  const voided = await callFunction('void_recovery_codes', { p_user_id: userId });
  return voided.ok ? { ok: true } : voided;
}

/** As the server, for an account whose owner has lost all of them. Its recovery codes go as well. */
export async function removeAllAuthenticators(userId: string): Promise<{ ok: true } | Failure> {
  const { data, error } = await createAdminSupabase().auth.admin.mfa.listFactors({ userId });
  if (error) return failFromAuth(error);
  const removed = await removeAuthenticatorsOf(
    userId,
    data.factors.map(({ id }) => id),
  );
  return removed.ok ? voidRecoveryCodes(userId) : removed;
}

/** These of the account, as the server. One that is gone already is no failure: another request was faster. */
export async function removeAuthenticatorsOf(userId: string, ids: string[]): Promise<{ ok: true } | Failure> {
  const { mfa } = createAdminSupabase().auth.admin;
  for (const id of ids) {
    const removed = await changeMeans(userId, { kind: 'authenticator', reference: id }, async () => {
      const { error } = await mfa.deleteFactor({ userId, id });
      return error && error.code !== 'mfa_factor_not_found' ? failFromAuth(error) : { ok: true };
    });
    if (!removed.ok) return removed;
  }
  return { ok: true };
}
