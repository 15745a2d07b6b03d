import 'server-only';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { rememberRequestedEmail } from '../../rate-limit/requested-email.ts';
import { fail, type Result } from '../../result.ts';
import { readSwitchedOff } from '../../supabase/settings.ts';
import { mailPauseLeft, startMailPause } from './mail-pause.ts';

/** Checks the project's email setting, this browser's pause, and the limits: unlike Auth's refusals, independent of accounts. */
export async function consumeMailAttempt(email: string): Promise<Result> {
  if ((await readSwitchedOff()).isEmailOff) return fail('auth.email_off');
  const subject = await readSubject(email);
  // A user who corrects a mistyped address doesn't wait.
  const retryAfterSeconds = subject.requestedEmail ? await mailPauseLeft() : 0;
  if (retryAfterSeconds > 0) return fail('auth.mail_too_soon', { retryAfterSeconds });
  return consumeAttempt('send_mail', subject);
}

/** Starts this browser's pause between emails to this address, and gives it its own attempts at the new code. */
export async function startMailLimits(email: string): Promise<void> {
  await startMailPause();
  await rememberRequestedEmail(email);
}
