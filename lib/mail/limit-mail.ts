import 'server-only';
import { environment } from '../env.ts';
import { ownCookie } from '../http/own-cookie.ts';
import { consumeAttempt } from '../rate-limit/consume.ts';
import { readSubject, rememberRequestedEmail } from '../rate-limit/read-subject.ts';
import { fail, type Result } from '../result.ts';
import { readSwitchedOff } from '../supabase/settings.ts';

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

/** This browser's pause after its last email. Auth pauses only addresses with an account, which would reveal them. */
const cookie = ownCookie('mail-pause-until');

/** Supabase's default pause for an address; 1 s for the local backend. */
function pauseInSeconds(): number {
  return environment().embedded ? 1 : 60;
}

/** Longer than Auth's own pause, which starts when Auth sends: its refusal would reveal that the first address was free. */
export function emailChangePauseInSeconds(): number {
  return pauseInSeconds() + (environment().embedded ? 1 : 5);
}

/** @returns seconds until this browser may request another email; 0 if it may now. */
export async function mailPauseLeft(): Promise<number> {
  const until = Number(await cookie.read());
  const left = Math.ceil((until - Date.now()) / 1000);
  return left > 0 ? Math.min(left, pauseInSeconds()) : 0;
}

export async function startMailPause(): Promise<void> {
  const seconds = pauseInSeconds();
  await cookie.write(String(Date.now() + seconds * 1000), seconds);
}
