import 'server-only';
import type { AuthError } from '@supabase/supabase-js';
import { fail, type Result } from '../../result.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { mailTimeout } from './mail-timeout.ts';
import { type AuthEmail, sendOnce } from './send-once.ts';

/**
 * Requests an email for a signed-in user, who may know the result. @returns once sent, or after 5 s with `isUnderWay`;
 * `auth.mail_too_soon` while the same email is under way, `auth.mail_failed`, or Auth's refusal.
 */
export async function requestEmail(
  asked: AuthEmail,
  ask: () => PromiseLike<{ error: AuthError | null }>,
): Promise<Result<{ isUnderWay: boolean }>> {
  const begun = await sendOnce(asked, ask);
  if ('secondsLeft' in begun) return fail('auth.mail_too_soon', { retryAfterSeconds: begun.secondsLeft });
  const timeout = mailTimeout();
  const inTime = await Promise.race([begun.work, timeout.expired]);
  timeout.clear();
  if (!inTime) return { ok: true, isUnderWay: true };
  if (inTime.error?.status === 504) return fail('auth.mail_failed');
  return inTime.error ? failFromAuth(inTime.error) : { ok: true, isUnderWay: false };
}
