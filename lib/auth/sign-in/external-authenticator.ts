import 'server-only';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { emailAccountCode } from '../../mail/request-email.ts';
import { consumeAttempt, resetAttempts } from '../../rate-limit/consume.ts';
import type { AttemptKind } from '../../rate-limit/limits.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { listKnownFactors, pickSigningIn, requiresMfa } from '../../session/mfa.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { createAdminSupabase } from '../../supabase/server.ts';
import { readSwitchedOff } from '../../supabase/settings.ts';
import { deleteAuthenticator, voidRecoveryCodes } from '../account/remove-authenticator.ts';
import { checkMailedCode, checkPassword } from '../step-up/reauthenticate.ts';
import { readPendingMfa, secondFactorPath } from './finish-sign-in.ts';
import { finishMfa, openPendingMfa } from './sign-in-with-mfa.ts';

export const removeExternalPath = `${secondFactorPath}?with=password-and-code`;

/** The proofs for removing an attacker's authenticator, besides the sign-in's first factor. */
export type AuthenticatorRecovery = z.infer<typeof AuthenticatorRecovery>;
const AuthenticatorRecovery = z.object({
  email: z.string(),
  needsPassword: z.boolean(),
  needsCode: z.boolean(),
  foundAt: z.string().nullable(),
});

type Waiting = { userId: string; sessionId: string; recovery: AuthenticatorRecovery };

/**
 * How the pending sign-in can bypass authenticators that were all set up outside this site. Refuses if password, email and the first
 * factor are fewer than two methods, and if the project has email off, since Auth then checks neither.
 */
async function readAuthenticatorRecovery(): Promise<Result<Waiting>> {
  const pending = await readPendingMfa();
  if (!pending) return fail('factor.step_over');
  const ids = readIds(pending.session.access_token);
  const found = await callFunction('find_authenticator_recovery', {
    p_user_id: ids.userId,
    p_session_id: ids.sessionId,
  });
  if (!found.ok) return found.code === 'auth.signed_out' ? fail('factor.step_over') : found;
  const recovery = AuthenticatorRecovery.nullable().parse(found.rows);
  const { isEmailOff } = await readSwitchedOff();
  return recovery && !isEmailOff ? { ok: true, ...ids, recovery } : fail('auth.second_factor_required');
}

export type MfaOffer = {
  email: string;
  /** Whether an authenticator's code can complete this sign-in; this site takes no other kind of second factor. */
  takesCode: boolean;
  /** Whether every second factor that Auth requires was set up outside this site. */
  isExternal: boolean;
  recovery: AuthenticatorRecovery | null;
};

export async function describePendingMfa(): Promise<MfaOffer | null> {
  const pending = await readPendingMfa();
  if (!pending) return null;
  const { email } = pending;
  const { userId } = readIds(pending.session.access_token);
  const [listed, known, past] = await Promise.all([
    createAdminSupabase().auth.admin.mfa.listFactors({ userId }),
    listKnownFactors(userId),
    readAuthenticatorRecovery(),
  ]);
  const recovery = past.ok ? past.recovery : null;
  // Also if the last authenticator has been removed elsewhere: the next step then accepts any code.
  if (listed.error || !known.ok || !requiresMfa(listed.data.factors))
    return { email, takesCode: true, isExternal: false, recovery };
  const takesCode = pickSigningIn(listed.data.factors, known.rows).length > 0;
  return { email, takesCode, isExternal: known.rows.length === 0, recovery };
}

/** The token comes from Auth, in a cookie that only this server can seal. */
function readIds(accessToken: string): { userId: string; sessionId: string } {
  const { sub, session_id } = decodeJwt(accessToken);
  return { userId: String(sub), sessionId: String(session_id) };
}

/** Emails the code. @returns the page for it, or the failures of `emailAccountCode`. */
export async function mailAuthenticatorRecoveryCode(): Promise<Result<{ redirectTo: string }>> {
  const waiting = await readAuthenticatorRecovery();
  if (!waiting.ok) return waiting;
  const { userId, recovery } = waiting;
  if (!recovery.needsCode) return fail('auth.second_factor_required');
  const mailed = await emailAccountCode({ userId, email: recovery.email });
  return mailed.ok ? { ok: true, redirectTo: `${removeExternalPath}&sent=1` } : mailed;
}

/**
 * Removes authenticators from outside this site after checking password and email, as far as known: with the first factor two methods.
 * @returns the next path; `step_up.password_wrong`, `auth.code_wrong`, `auth.too_many_attempts`, `factor.step_over`, and as above.
 */
export async function removeExternalAuthenticators(given: {
  password?: string | undefined;
  code?: string | undefined;
}): Promise<Result<{ redirectTo: string }>> {
  const waiting = await readAuthenticatorRecovery();
  if (!waiting.ok) return waiting;
  const step = await openPendingMfa();
  if (!step.ok) return step;
  const { userId, sessionId, recovery } = waiting;
  const { email, needsPassword, needsCode } = recovery;
  const { password = '', code = '' } = given;
  // Checks the password first, so that a typo in it doesn't use up the code.
  if (needsPassword) {
    const check = () => checkPassword({ userId, email, password });
    const checked = await countAndCheck('step_up', 'password', userId, check);
    if (!checked.ok) return checked;
  }
  if (needsCode) {
    const check = () => checkMailedCode({ userId, email, code });
    const checked = await countAndCheck('mailed_code', 'code', userId, check);
    if (!checked.ok) return checked;
  }
  const taken = await callFunction('begin_authenticator_recovery', {
    p_user_id: userId,
    p_session_id: sessionId,
  });
  if (!taken.ok) return taken;
  for (const id of taken.rows) {
    const removed = await deleteAuthenticator(userId, id);
    if (!removed.ok && removed.code !== 'factor.gone') return removed;
  }
  const voided = await voidRecoveryCodes(userId);
  if (!voided.ok) return voided;
  return finishMfa(step);
}

/** Counts each attempt before its check, and shows an error beside its field. */
async function countAndCheck(
  limit: AttemptKind,
  field: 'password' | 'code',
  userId: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const limitSubject = await readSubject(userId);
  const taken = await consumeAttempt(limit, limitSubject);
  if (!taken.ok) return taken;
  const checked = await check();
  if (checked.ok) await resetAttempts(limit, limitSubject);
  else if (checked.code === 'step_up.password_wrong' || checked.code === 'auth.code_wrong')
    return fail(checked.code, { fields: { [field]: checked.code } });
  return checked;
}
