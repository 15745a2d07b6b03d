import 'server-only';
import { environment } from '../../env.ts';
import { homePath, safeRedirect } from '../../http/safe-redirect.ts';
import { withNext } from '../../http/with-next.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import type { Result } from '../../result.ts';
import { readCaptcha } from '../../supabase/captcha.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { readAllowsSignUpByCode } from '../../supabase/settings.ts';
import { answerAtMinimumTime } from '../mail/answer-at-minimum-time.ts';
import { consumeMailAttempt, startMailLimits } from '../mail/limit-mail.ts';
import { mailPauseLeft } from '../mail/mail-pause.ts';
import { mailOtherMethod } from '../mail/other-method.ts';
import { isSameEmail, readEmailStep, rememberEmail } from './email-step.ts';
import { readLastMethod } from './last-method.ts';
import { codeMark } from './unverified-password.ts';

export function signInStepPath(method: 'password' | 'code', next: string | undefined): string {
  const nextPath = safeRedirect(next);
  return withNext(`/sign-in?step=${method}`, nextPath === homePath ? undefined : nextPath);
}

/** Sends a code, or requests the password if this browser used one last. @returns the same for every email. */
export async function continueWithEmail(typed: TypedEmail): Promise<Result<{ redirectTo: string }>> {
  if ((await readLastMethod()) !== 'password') return continueWithCode(typed);
  const { email, next } = typed;
  const step = await readEmailStep();
  // Keeps a code that is under way to the same address.
  await rememberEmail(step && isSameEmail(step.email, email) ? { ...step, email } : { email });
  return { ok: true, redirectTo: signInStepPath('password', next) };
}

/** @returns the page for the code, also during the pause or above the limit if this browser requested one for the address within the hour. */
export async function continueWithCode(typed: TypedEmail): Promise<Result<{ redirectTo: string }>> {
  const { email, next } = typed;
  const step = await readEmailStep();
  const wasSent = step?.mailed === 'sign-in' && isSameEmail(step.email, email);
  const entering = { ok: true as const, redirectTo: signInStepPath('code', next) };
  if (wasSent && (await mailPauseLeft()) > 0) return entering;
  const sent = await sendSignInCode(typed);
  return sent.ok || (wasSent && sent.code === 'auth.too_many_attempts') ? entering : sent;
}

type TypedEmail = { email: string; next?: string | undefined; captcha_token?: string | undefined };

/**
 * Emails a code and a link that sign in or sign up. @returns the same at the same time for every address; the time to wait;
 * `auth.email_off`, `captcha.failed`, `field.email_invalid`, `backend.unavailable`.
 */
export async function sendSignInCode({ email, next, captcha_token }: TypedEmail): Promise<Result> {
  const asked = readCaptcha(captcha_token);
  if (!asked.ok) return asked;
  const shouldCreateUser = await readAllowsSignUpByCode();
  if (shouldCreateUser) {
    const counted = await countPossibleSignUp(email);
    if (!counted.ok) return counted;
  }
  const taken = await consumeMailAttempt(email);
  if (!taken.ok) return taken;
  const emailRedirectTo = environment().siteUrl + safeRedirect(next);
  const data = shouldCreateUser ? { data: { sign_up_mark: codeMark } } : {};
  const answer = await answerAtMinimumTime({ mail: 'code', to: email }, async () => {
    const answered = await createAnonymousSupabase().auth.signInWithOtp({
      email,
      options: { shouldCreateUser, emailRedirectTo, ...data, ...asked.captcha },
    });
    if (!answered.error || answered.error.code === 'otp_disabled') await mailOtherMethod(email);
    return answered;
  });
  // With sign-ups closed, Auth says so only for unconfirmed accounts.
  if (answer?.error && answer.error.code !== 'signup_disabled') return failFromAuth(answer.error);
  await startMailLimits(email);
  await rememberEmail({ email, mailed: 'sign-in', opensAccount: shouldCreateUser });
  return { ok: true };
}

/** Counts a possible sign-up, whether or not the address has an account, unless this browser emailed it within the hour. */
async function countPossibleSignUp(email: string): Promise<Result> {
  const subject = await readSubject(email);
  return subject.requestedEmail ? { ok: true } : consumeAttempt('sign_up', subject);
}
