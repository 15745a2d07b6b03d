import 'server-only';
import { readAttempter } from '../../limits/read-attempter.ts';
import { allowTriesOfNewMail, takeAttempt } from '../../limits/take-attempt.ts';
import { type Failure, fail } from '../../result.ts';
import { readSwitchedOff } from '../../supabase/settings.ts';
import { mailPauseLeft, startMailPause } from './mail-pause.ts';

/**
 * Asked before a mail is sent to somebody: first whether the project signs in by e-mail at all, then this browser's
 * pause, then the limits of the e-mail, of the person's address and of everybody. All are the same for an e-mail without
 * an account, as Auth's own answer is not where e-mail is switched off.
 */
export async function takeMail(email: string): Promise<{ ok: true } | Failure> {
  if ((await readSwitchedOff()).isEmailOff) return fail('auth.email_off');
  const retryAfterSeconds = await mailPauseLeft();
  if (retryAfterSeconds > 0) return fail('auth.mail_too_soon', { retryAfterSeconds });
  return takeAttempt('send_mail', await readAttempter(email));
}

/** A mail with a code is on its way: the pause begins, and the new code has tries of its own. */
export async function noteMail(email: string): Promise<void> {
  await startMailPause();
  // Before the answer: later it would forgive tries that were made with the new code.
  await allowTriesOfNewMail(await readAttempter(email));
}
