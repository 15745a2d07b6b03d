import 'server-only';
import { recordActivity } from '../../activity/record-activity.ts';
import { readDevice } from '../../device.ts';
import { safeRedirect } from '../../http/safe-redirect.ts';
import { withNext } from '../../http/with-next.ts';
import { consumeAttempt, resetAttempts } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { hashRecoveryCode } from '../account/recovery-codes.ts';
import { lostAuthenticatorPath } from '../step-up/describe-recovery.ts';
import { finishMfa, openPendingMfa } from './sign-in-with-mfa.ts';

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
