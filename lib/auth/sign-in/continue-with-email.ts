import 'server-only';
import { environment } from '../../env.ts';
import { readCaptcha } from '../../flow/read-captcha.ts';
import { safeRedirect } from '../../flow/safe-redirect.ts';
import { withNext } from '../../flow/with-next.ts';
import type { Result } from '../../result.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { answerAtMinimumTime } from '../mail/answer-at-minimum-time.ts';
import { noteMail, takeMail } from '../mail/limit-mail.ts';
import { mailPauseLeft } from '../mail/mail-pause.ts';
import { readEmailStep, rememberEmail } from './email-step.ts';
import { type LastMethod, readLastMethod } from './last-method.ts';

type TypedEmail = { email: string; next?: string | undefined; captcha_token?: string | undefined };

/** The page that asks for the password or the code of the e-mail that was typed. */
function signInStepPath(way: LastMethod, next: string | undefined): string {
  return withNext(`/sign-in?step=${way}`, next);
}

/**
 * Asks for what this browser used last, and sends a code on the way if that was it. While no code can be sent, the
 * password is asked for, and a code still offered.
 * @returns the same for every email.
 */
export async function continueWithEmail({
  email,
  next,
  captcha_token,
}: TypedEmail): Promise<Result<{ redirectTo: string }>> {
  if ((await readLastMethod()) === 'code') {
    const sent = await continueWithCode({ email, next, captcha_token });
    if (sent.ok || !(sent.code === 'auth.mail_too_soon' || sent.code === 'auth.too_many_attempts'))
      return sent;
  }
  await keepEmail(email);
  return { ok: true, redirectTo: signInStepPath('password', next) };
}

/** Sends a code, unless this browser had one sent to the same address a moment ago, and goes on to where it is asked for. */
export async function continueWithCode({
  email,
  next,
  captcha_token,
}: TypedEmail): Promise<Result<{ redirectTo: string }>> {
  const step = await readEmailStep();
  const isUnderWay =
    step?.mailed === 'sign-in' && isSameEmail(step.email, email) && (await mailPauseLeft()) > 0;
  const sent = isUnderWay ? { ok: true as const } : await sendSignInCode({ email, next, captcha_token });
  return sent.ok ? { ok: true, redirectTo: signInStepPath('code', next) } : sent;
}

/**
 * Mails a code and a link to sign in with. Never creates an account.
 * @returns the same, at the same time, whether or not the e-mail has an account; how long to wait when this browser
 * asked a moment ago, or too many mails went there.
 */
export async function sendSignInCode({ email, next, captcha_token }: TypedEmail): Promise<Result> {
  const asked = readCaptcha(captcha_token);
  if (!asked.ok) return asked;
  const taken = await takeMail(email);
  if (!taken.ok) return taken;
  const emailRedirectTo = environment().siteUrl + safeRedirect(next);
  const answer = await answerAtMinimumTime({ mail: 'code', to: email }, () =>
    createAnonymousSupabase().auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false, emailRedirectTo, ...asked.captcha },
    }),
  );
  // A project that takes no new accounts says so of those that wait to be confirmed, and of no others.
  if (answer?.error && answer.error.code !== 'signup_disabled') return failFromAuth(answer.error);
  await noteMail(email);
  await rememberEmail({ email, mailed: 'sign-in' });
  return { ok: true };
}

/** Remembers what was typed, and still knows of a code that is on its way to the same address. */
async function keepEmail(email: string): Promise<void> {
  const step = await readEmailStep();
  await rememberEmail(step && isSameEmail(step.email, email) ? { ...step, email } : { email });
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
