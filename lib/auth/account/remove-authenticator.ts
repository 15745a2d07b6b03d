import 'server-only';
import { recordEvent } from '../../activity/record-event.ts';
import type { Failure } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAdminSupabase, createSupabase } from '../../supabase/server.ts';
import { listAuthenticators } from '../session/mfa-factors.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { changeKnownMethod } from './known-methods.ts';

/**
 * Takes an authenticator off the viewer's account. With the last one the recovery codes go too: they would let nobody in
 * any more.
 * @returns `factor.gone` when it was removed elsewhere, `auth.authenticator_code_required` when this session was not proven
 * by one.
 */
export async function removeAuthenticator(id: string): Promise<{ ok: true } | Failure> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const before = await listAuthenticators(viewer.id);
  if (!before.ok) return before;
  const supabase = await createSupabase();
  const gone = await changeKnownMethod(viewer.id, { kind: 'authenticator', reference: id }, async () => {
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
    const removed = await changeKnownMethod(userId, { kind: 'authenticator', reference: id }, async () => {
      const { error } = await mfa.deleteFactor({ userId, id });
      return error && error.code !== 'mfa_factor_not_found' ? failFromAuth(error) : { ok: true };
    });
    if (!removed.ok) return removed;
  }
  return { ok: true };
}
