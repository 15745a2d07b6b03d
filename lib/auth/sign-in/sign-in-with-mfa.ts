import 'server-only';
import type { Session, User } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { recordActivity, type SecondStep } from '../../activity/activity.ts';
import { readDevice } from '../../device.ts';
import { safeRedirect } from '../../http/safe-redirect.ts';
import { withNext } from '../../http/with-next.ts';
import { consumeAttempt, resetAttempts } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { listKnownFactors, pickSigningIn, requiresMfa, verifyMfa } from '../../session/mfa.ts';
import { endInAuth } from '../../session/sign-out.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase, type Supabase } from '../../supabase/server.ts';
import { recoveryCodesPath } from '../account/enroll-authenticator.ts';
import { areCodesDue, describeRecoveryCodes, hashRecoveryCode } from '../account/recovery-codes.ts';
import { lostAuthenticatorPath } from '../step-up/describe-step-up.ts';
import { completeSignIn, forgetPendingMfa, type PendingMfa, readPendingMfa } from './finish-sign-in.ts';

type OpenPendingMfa = {
  supabase: Pick<Supabase, 'auth'>;
  user: User;
  sessionId: string;
  pending: PendingMfa;
};

/** `factor.step_over` if the first step expired, `factor.code_wrong`, `auth.too_many_attempts`; `step_up.method_unknown` if none counts. */
export async function signInWithMfa(code: string): Promise<Result<{ redirectTo: string }>> {
  const step = await openPendingMfa();
  if (!step.ok) return step;
  const { supabase, user, pending } = step;
  // The last authenticator has been removed, so no code is required any more.
  if (!requiresMfa(user.factors)) return finishMfa(step);
  const known = await listKnownFactors(user.id);
  if (!known.ok) return known;
  const factorIds = pickSigningIn(user.factors, known.rows).map(({ id }) => id);
  if (factorIds.length === 0) return fail('step_up.method_unknown');
  const checked = await verifyMfa(supabase, { userId: user.id, factorIds, code });
  if (!checked.ok) {
    if (checked.code === 'factor.code_wrong')
      await recordActivity(user.id, { kind: 'sign_in_refused', details: { method: 'authenticator' } });
    return checked;
  }
  await forgetPendingMfa();
  // A reset chooses the password first.
  const next =
    pending.method === 'recovery' ? pending.next : await askForCodesBefore(pending.next, user.id, known);
  return completeSignIn(asSession(checked.tokens), pending.method, next, 'authenticator');
}

/** @returns the page to save recovery codes before `next`, if an authenticator has none saved; `next` also if a query fails. */
export async function askForCodesBefore(
  next: string | undefined,
  userId: string,
  known?: Result<{ rows: string[] }>,
): Promise<string> {
  const path = safeRedirect(next);
  if (path.split(/[?#]/)[0] === recoveryCodesPath) return path;
  const factors = known ?? (await listKnownFactors(userId));
  if (!factors.ok || factors.rows.length === 0) return path;
  const codes = await describeRecoveryCodes(userId);
  return codes.ok && areCodesDue(codes) ? withNext(recoveryCodesPath, path) : path;
}

/** Returns the waiting session as an Auth client, after Auth has confirmed that it is live. */
export async function openPendingMfa(): Promise<Result<OpenPendingMfa>> {
  const pending = await readPendingMfa();
  if (!pending) return fail('factor.step_over');
  const supabase = createAnonymousSupabase();
  const { data, error } = await supabase.auth.setSession(pending.session);
  if (!error && data.user && data.session) {
    // Auth has just checked this token.
    const sessionId = String(decodeJwt(data.session.access_token).session_id);
    return { ok: true, supabase, user: data.user, sessionId, pending };
  }
  const failure = error ? failFromAuth(error) : fail('auth.signed_out');
  return failure.code === 'auth.signed_out' ? fail('factor.step_over') : failure;
}

/** Starts the waiting session without an authenticator's code. @param next overrides the sign-in's own. */
export async function finishMfa(
  { pending, user }: OpenPendingMfa,
  next = pending.next,
  secondStep?: SecondStep,
): Promise<{ ok: true; redirectTo: string }> {
  await forgetPendingMfa();
  return completeSignIn({ ...pending.session, user }, pending.method, next, secondStep);
}

export async function cancelMfa(): Promise<void> {
  const pending = await readPendingMfa();
  await forgetPendingMfa();
  if (pending) await endInAuth(pending.session.access_token, 'local');
}

type Tokens = Pick<Session, 'access_token' | 'refresh_token' | 'expires_in' | 'user'>;

function asSession({ access_token, refresh_token, expires_in, user }: Tokens): Session {
  return { access_token, refresh_token, expires_in, user, token_type: 'bearer' };
}

/**
 * Ends every other session, marks this one as two factors, and emails the owner; the authenticator stays. May be retried after a lost
 * answer. @returns the next page; `factor.recovery_code_wrong`, also if used, `auth.too_many_attempts`, `factor.step_over`.
 */
export async function signInWithRecoveryCode(code: string): Promise<Result<{ redirectTo: string }>> {
  const step = await openPendingMfa();
  if (!step.ok) return step;
  const userId = step.user.id;
  const limitSubject = await readSubject(userId);
  const taken = await consumeAttempt('recovery_code', limitSubject);
  if (!taken.ok) return taken;
  const used = await callFunction('consume_recovery_code', {
    p_user_id: userId,
    p_session_id: step.sessionId,
    p_code_hash: hashRecoveryCode(code),
    p_device: await readDevice(),
  });
  if (!used.ok) return used.code === 'auth.signed_out' ? fail('factor.step_over') : used;
  if (!used.rows) {
    await recordActivity(userId, { kind: 'sign_in_refused', details: { method: 'recovery_code' } });
    return fail('factor.recovery_code_wrong');
  }
  await resetAttempts('recovery_code', limitSubject);
  return finishMfa(step, withNext(lostAuthenticatorPath, safeRedirect(step.pending.next)), 'recovery_code');
}
