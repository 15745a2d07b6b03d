import 'server-only';
import { hash } from 'node:crypto';
import { recordEvent } from '../../activity/record-event.ts';
import { forgetAttempts, takeAttempt } from '../../rate-limit/consume.ts';
import { readAttempter } from '../../rate-limit/read-subject.ts';
import { type Failure, fail } from '../../result.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { finishSecondStep, openSecondStep } from '../sign-in/sign-in-with-mfa.ts';
import { presentViewer } from '../step-up/require-recent-auth.ts';
import { makeRecoveryCode, recoveryCodeCount } from './recovery-code.ts';
import { removeAllAuthenticators } from './remove-authenticator.ts';

export type RecoveryCodes = { unused: number; madeAt: string | null };

export async function describeRecoveryCodes(
  userId: string,
): Promise<({ ok: true } & RecoveryCodes) | Failure> {
  type Row = { unused: number; made_at: string | null };
  const described = await callFunction<Row[]>('describe_recovery_codes', { p_user_id: userId });
  if (!described.ok) return described;
  const [row] = described.rows;
  return { ok: true, unused: row?.unused ?? 0, madeAt: row?.made_at ?? null };
}

/**
 * Makes ten new codes; the old ones are void. Nobody can see these again: only their hashes are kept.
 * @returns `factor.needed` unless this session was proven by an authenticator.
 */
export async function makeRecoveryCodes(): Promise<{ ok: true; codes: string[] } | Failure> {
  const acting = await presentViewer();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
  const replaced = await callAsViewer(viewer, 'replace_recovery_codes', {
    p_code_hashes: codes.map(hashRecoveryCode),
  });
  if (!replaced.ok) return replaced;
  await recordEvent(viewer.id, { kind: 'recovery_codes_made' });
  return { ok: true, codes };
}

/**
 * Signs in with a recovery code in the place of an authenticator's. The code is used up first; then every other session
 * ends, the authenticators that were lost are removed, and the account is told by mail.
 * @param code as the schema leaves it.
 * @returns `factor.recovery_code_wrong` for a wrong code and a used one alike, `auth.too_many_attempts`,
 * `factor.step_over`.
 */
export async function signInWithRecoveryCode(
  code: string,
): Promise<{ ok: true; redirectTo: string } | Failure> {
  const step = await openSecondStep();
  if (!step.ok) return step;
  const userId = step.user.id;
  const attempter = await readAttempter(userId);
  const taken = await takeAttempt('recovery_code', attempter);
  if (!taken.ok) return taken;
  const used = await callFunction<boolean>('use_recovery_code', {
    p_user_id: userId,
    p_session_id: step.sessionId,
    p_code_hash: hashRecoveryCode(code),
  });
  if (!used.ok) return used.code === 'auth.signed_out' ? fail('factor.step_over') : used;
  if (!used.rows) {
    await recordEvent(userId, { kind: 'sign_in_refused', details: { method: 'recovery_code' } });
    return fail('factor.recovery_code_wrong');
  }
  await recordEvent(userId, { kind: 'recovery_code_used' });
  await forgetAttempts('recovery_code', attempter);
  const removed = await removeAllAuthenticators(userId);
  if (!removed.ok) return removed;
  return finishSecondStep(step, '/security?notice=recovered');
}

/** However it was written: groups and case say nothing. 80 random bits need no slow hash. */
function hashRecoveryCode(code: string): string {
  return hash('sha256', code.replace(/[\s-]/g, '').toUpperCase(), 'hex');
}
