import 'server-only';
import { rememberAskedMail } from '../../rate-limit/asked-mail.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { readSwitchedOff } from '../../supabase/settings.ts';
import { mailPauseLeft, startMailPause } from './mail-pause.ts';

/**
 * Asked before a mail is sent to someone: first whether the project signs in by e-mail at all, then this browser's
 * pause, then the limits of the person's network, of the e-mail and of everyone. All are the same for an e-mail without
 * an account, as Auth's own answer is not where e-mail is switched off.
 */
export async function takeMail(email: string): Promise<Result> {
  if ((await readSwitchedOff()).isEmailOff) return fail('auth.email_off');
  const retryAfterSeconds = await mailPauseLeft();
  if (retryAfterSeconds > 0) return fail('auth.mail_too_soon', { retryAfterSeconds });
  return consumeAttempt('send_mail', await readSubject(email));
}

/** Starts this browser's pause between mails, and gives it its own attempts at the new code. */
export async function noteMail(email: string): Promise<void> {
  await startMailPause();
  await rememberAskedMail(email);
}
