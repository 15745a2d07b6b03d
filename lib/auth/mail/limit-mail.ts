import 'server-only';
import { rememberAskedMail } from '../../rate-limit/asked-mail.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { readSwitchedOff } from '../../supabase/settings.ts';
import { mailPauseLeft, startMailPause } from './mail-pause.ts';

/**
 * Asked before an email is sent: first whether the project signs in by email at all, then this browser's pause after its last
 * email to this address, then the limits of the network, of the address and of everyone. All are the same for an address
 * without an account, as Auth's own answer is not where email is switched off.
 */
export async function takeMail(email: string): Promise<Result> {
  if ((await readSwitchedOff()).isEmailOff) return fail('auth.email_off');
  const subject = await readSubject(email);
  // Who mistyped their address needn't wait to correct it.
  const retryAfterSeconds = subject.askedMail ? await mailPauseLeft() : 0;
  if (retryAfterSeconds > 0) return fail('auth.mail_too_soon', { retryAfterSeconds });
  return consumeAttempt('send_mail', subject);
}

/** Starts this browser's pause between emails to this address, and gives it its own attempts at the new code. */
export async function noteMail(email: string): Promise<void> {
  await startMailPause();
  await rememberAskedMail(email);
}
