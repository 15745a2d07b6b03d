import 'server-only';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { rememberRequestedEmail } from '../../rate-limit/requested-email.ts';
import { fail, type Result } from '../../result.ts';
import { createSupabaseWithoutCaptcha } from '../../supabase/server.ts';
import { mailPauseLeft, startMailPause } from './mail-pause.ts';
import { requestEmail } from './send-once.ts';

/**
 * @param note runs before the request to Auth, whose transaction lasts until the mail server answers.
 * @returns `auth.mail_too_soon` or `auth.too_many_attempts` with the time to wait; `auth.mail_failed`.
 */
export async function emailAccountCode(
  { userId, email }: { userId: string; email: string },
  note?: () => Promise<Result>,
): Promise<Result> {
  const retryAfterSeconds = await mailPauseLeft();
  if (retryAfterSeconds > 0) return fail('auth.mail_too_soon', { retryAfterSeconds });
  const taken = await consumeAttempt('send_mail', await readSubject(userId));
  if (!taken.ok) return taken;
  const noted = await note?.();
  if (noted?.ok === false) return noted;
  const asked = await requestEmail({ mail: 'code', to: email, userId }, () =>
    createSupabaseWithoutCaptcha().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
  );
  if (!asked.ok) return asked;
  await startMailPause();
  await rememberRequestedEmail(userId);
  return { ok: true };
}
