import 'server-only';
import { randomBytes } from 'node:crypto';
import { environment } from '../../env.ts';
import type { SignUp } from '../../forms/auth-schemas.ts';
import { safeRedirect } from '../../http/safe-redirect.ts';
import { withNext } from '../../http/with-next.ts';
import { startMailLimits } from '../../mail/limit-mail.ts';
import { mailOtherMethod } from '../../mail/own-mails.ts';
import { answerAtMinimumTime, logMailFailure } from '../../mail/request-email.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { revokeSession } from '../../session/sign-out.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase, createSupabaseWithoutCaptcha } from '../../supabase/server.ts';
import { readAllowsSignUpByCode, readCaptcha, readSwitchedOff } from '../../supabase/settings.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { continueWithCode, signInStepPath } from './sign-in-by-email.ts';
import { emailCookie } from './sign-in-cookies.ts';
import { hashSecret, signUpCookie } from './unverified-password.ts';

export async function signUp(typed: SignUp): Promise<Result<{ redirectTo: string }>> {
  if (typed.way !== 'code') return signUpWithPassword(typed);
  return (await readAllowsSignUpByCode())
    ? continueWithCode(typed)
    : fail('field.new_password_required', { fields: { password: 'field.new_password_required' } });
}

/**
 * Creates an account and emails its code; a taken email gets the same answer at the same time, and a code that signs in. Marks the
 * account, so that its confirmation knows whether this browser chose the password.
 */
async function signUpWithPassword({
  email,
  password,
  next,
  captcha_token,
}: Exclude<SignUp, { way: 'code' }>): Promise<Result<{ redirectTo: string }>> {
  if ((await readSwitchedOff()).isEmailOff) return fail('auth.email_off');
  const asked = readCaptcha(captcha_token);
  if (!asked.ok) return asked;
  const limitSubject = await readSubject(email);
  for (const kind of ['sign_up', 'send_mail'] as const) {
    const taken = await consumeAttempt(kind, limitSubject);
    if (!taken.ok) return taken;
  }
  const secret = randomBytes(32).toString('base64url');
  const emailRedirectTo = environment().siteUrl + safeRedirect(next);
  const answer = await answerAtMinimumTime(
    { mail: 'code', to: email },
    async () => {
      const signedUp = await createAnonymousSupabase().auth.signUp({
        email,
        password,
        options: { emailRedirectTo, data: { sign_up_mark: hashSecret(secret) }, ...asked.captcha },
      });
      // For a taken address, Auth sends no email and returns a user without identities.
      if (signedUp.data.user?.identities?.length === 0) await mailCodeToOwner(email, emailRedirectTo);
      return signedUp;
    },
    async ({ data }) => {
      if (data.session) await revokeSession(data.session);
    },
  );
  if (answer?.error) return failFromAuth(answer.error);
  if (answer?.data.session) return finishSignIn(answer.data.session, 'confirmation', next);
  // Without confirmations Auth sends no email. The account exists, or will once Auth answers.
  if ((await readSwitchedOff()).areConfirmationsOff)
    return { ok: true, redirectTo: withNext('/sign-in', next) };
  await startMailLimits(email);
  await signUpCookie.write({ email, secret });
  await emailCookie.write({ email, mailed: 'sign-in', opensAccount: true });
  return { ok: true, redirectTo: signInStepPath('code', next) };
}

/** Without a captcha token: the sign-up has used it up. */
async function mailCodeToOwner(email: string, emailRedirectTo: string): Promise<void> {
  const { error } = await createSupabaseWithoutCaptcha().auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo },
  });
  if (error?.code === 'otp_disabled') await mailOtherMethod(email);
  else logMailFailure(error);
}
