import 'server-only';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { consumeAttempt, resetAttempts } from '../../rate-limit/consume.ts';
import type { AttemptKind } from '../../rate-limit/limits.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { listKnownFactors, pickSigningIn, requiresMfa } from '../../session/mfa-factors.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { createAdminSupabase } from '../../supabase/server.ts';
import { readSwitchedOff } from '../../supabase/settings.ts';
import { deleteAuthenticator, voidRecoveryCodes } from '../account/remove-authenticator.ts';
import { mailCode } from '../mail/mail-code.ts';
import { checkMailedCode, checkPassword } from '../step-up/reauthenticate.ts';
import { secondFactorPath } from './finish-sign-in.ts';
import { readPendingMfa } from './pending-mfa.ts';
import { finishMfa, openPendingMfa } from './sign-in-with-mfa.ts';

export const removeExternalPath = `${secondFactorPath}?with=password-and-code`;

/** The proofs asked of someone who didn't set up the authenticator, besides how they signed in. */
export type AuthenticatorRecovery = z.infer<typeof AuthenticatorRecovery>;
const AuthenticatorRecovery = z.object({
  email: z.string(),
  needsPassword: z.boolean(),
  needsCode: z.boolean(),
  foundAt: z.string().nullable(),
});

type Waiting = { userId: string; sessionId: string; recovery: AuthenticatorRecovery };

/**
 * The way past authenticators that were all set up outside this site, for the sign-in that waits. There is none where one
 * was set up here, and someone who has lost it needs a recovery code; nor where the password and the mailbox together
 * with how they signed in are less than two methods, or the project has e-mail off, so that Auth checks neither.
 */
async function readAuthenticatorRecovery(): Promise<Result<Waiting>> {
  const held = await readPendingMfa();
  if (!held) return fail('factor.step_over');
  const ids = readIds(held.session.access_token);
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
  /** Whether an authenticator's code helps here: this site asks for no other kind of second factor. */
  takesCode: boolean;
  /** Whether all that Auth asks for was set up outside this site. */
  isExternal: boolean;
  recovery: AuthenticatorRecovery | null;
};

/** @returns null where no sign-in waits. */
export async function describePendingMfa(): Promise<MfaOffer | null> {
  const held = await readPendingMfa();
  if (!held) return null;
  const { email } = held;
  const { userId } = readIds(held.session.access_token);
  const [listed, known, past] = await Promise.all([
    createAdminSupabase().auth.admin.mfa.listFactors({ userId }),
    listKnownFactors(userId),
    readAuthenticatorRecovery(),
  ]);
  const recovery = past.ok ? past.recovery : null;
  // Also if the last authenticator was removed elsewhere meanwhile, because then any code would be accepted.
  if (listed.error || !known.ok || !requiresMfa(listed.data.factors))
    return { email, takesCode: true, isExternal: false, recovery };
  const takesCode = pickSigningIn(listed.data.factors, known.rows).length > 0;
  return { email, takesCode, isExternal: known.rows.length === 0, recovery };
}

/** The token is Auth's own, and only this server could have sealed it. */
function readIds(accessToken: string): { userId: string; sessionId: string } {
  const { sub, session_id } = decodeJwt(accessToken);
  return { userId: String(sub), sessionId: String(session_id) };
}

/** Mails the code. @returns where it is asked for, or what `mailCode` refuses. */
export async function mailAuthenticatorRecoveryCode(): Promise<Result<{ redirectTo: string }>> {
  const waiting = await readAuthenticatorRecovery();
  if (!waiting.ok) return waiting;
  const { userId, recovery } = waiting;
  if (!recovery.needsCode) return fail('auth.second_factor_required');
  const mailed = await mailCode({ userId, email: recovery.email });
  return mailed.ok ? { ok: true, redirectTo: `${removeExternalPath}&sent=1` } : mailed;
}

/**
 * Removes the authenticators that were set up outside this site and signs in, for someone who has the password and the
 * mailbox of the account, as far as this site knows them: two methods with how they signed in, since one alone may be what was stolen.
 * @returns where to go next; `step_up.password_wrong`, `auth.code_wrong`, `auth.too_many_attempts`, `factor.step_over`;
 * `auth.second_factor_required` where `readAuthenticatorRecovery` finds none.
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
  // The password is checked first, so that a mistake in it uses up no code.
  if (needsPassword) {
    const check = () => checkPassword({ userId, email, password });
    const checked = await counted('step_up', 'password', userId, check);
    if (!checked.ok) return checked;
  }
  if (needsCode) {
    const check = () => checkMailedCode({ userId, email, code });
    const checked = await counted('mailed_code', 'code', userId, check);
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

/** Counts every attempt before it is made, and shows a problem beside its field. */
async function counted(
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
