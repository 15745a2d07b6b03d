import 'server-only';
import { environment } from '../../env.ts';
import { readCaptcha } from '../../flow/read-captcha.ts';
import { safeRedirect } from '../../flow/safe-redirect.ts';
import type { Result } from '../../result.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { answerAtMinimumTime } from '../mail/answer-at-minimum-time.ts';
import { noteMail, takeMail } from '../mail/limit-mail.ts';
import { rememberEmail } from './email-step.ts';

export type TypedEmail = { email: string; next?: string | undefined; captcha_token?: string | undefined };

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
