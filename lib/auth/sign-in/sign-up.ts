import 'server-only';
import { randomBytes } from 'node:crypto';
import { environment } from '../../env.ts';
import { readCaptcha } from '../../flow/read-captcha.ts';
import { homePath, safeRedirect } from '../../flow/safe-redirect.ts';
import type { MailRequest } from '../../flow/schemas.ts';
import { withNext } from '../../flow/with-next.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { revokeSession } from '../../session/revoke-session.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { readSwitchedOff } from '../../supabase/settings.ts';
import { answerAtMinimumTime } from '../mail/answer-at-minimum-time.ts';
import { noteMail, takeMail } from '../mail/limit-mail.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { readSignUp, rememberSignUp } from './sign-up-step.ts';
import { hashSecret } from './unverified-password.ts';

type SignUp = MailRequest & {
  /** If left out, the account has none, and its owner signs in by codes. */
  password?: string;
};

const confirmPath = '/auth/confirm';

/**
 * Creates an account and sends the confirmation. An email that has an account gets the same answer at the same time,
 * and no mail.
 * The account is marked, so that the confirmation can tell whether this browser chose its password. Auth creates none
 * without a password, so a sign-up by code gets one that nobody knows, which the confirmation removes.
 * @returns the next path: entering the code; in a project without confirmations, the site itself, or sign-in if Auth
 * was slow or has the account already.
 */
export async function signUp({
  email,
  password,
  next,
  captcha_token,
}: SignUp): Promise<Result<{ redirectTo: string }>> {
  const byCode = password === undefined;
  // Without confirmations no code is mailed and nothing would remove the password.
  if (byCode && (await readSwitchedOff()).areConfirmationsOff)
    return fail('field.new_password_required', { fields: { password: 'field.new_password_required' } });
  const asked = readCaptcha(captcha_token);
  if (!asked.ok) return asked;
  const limitSubject = await readSubject(email);
  for (const kind of ['sign_up', 'send_mail'] as const) {
    const taken = await consumeAttempt(kind, limitSubject);
    if (!taken.ok) return taken;
  }
  const secret = randomBytes(32).toString('base64url');
  const answer = await answerAtMinimumTime(
    { mail: 'confirmation', to: email },
    () =>
      createAnonymousSupabase().auth.signUp({
        email,
        password: password ?? `aA1!${randomBytes(48).toString('base64url')}`,
        options: {
          emailRedirectTo: environment().siteUrl + safeRedirect(next),
          data: { sign_up_mark: hashSecret(secret) },
          ...asked.captcha,
        },
      }),
    async ({ data }) => {
      if (data.session) await revokeSession(data.session);
    },
  );
  if (answer?.error) return failFromAuth(answer.error);
  if (answer?.data.session) return finishSignIn(answer.data.session, 'confirmation', next);
  // Without confirmations no email is sent. The account exists already, or is about to.
  if ((await readSwitchedOff()).areConfirmationsOff)
    return { ok: true, redirectTo: withNext('/sign-in', next) };
  await noteMail(email);
  await rememberSignUp(byCode ? { email, hasNoPassword: true } : { email, secret });
  const nextPath = safeRedirect(next);
  return { ok: true, redirectTo: withNext(confirmPath, nextPath === homePath ? undefined : nextPath) };
}

/**
 * Sends the confirmation mail again.
 * @returns the same for an e-mail that has no account or is confirmed; how long to wait when this browser asked a
 * moment ago, or too many mails went there.
 */
export async function resendConfirmation({ email, next, captcha_token }: MailRequest): Promise<Result> {
  const asked = readCaptcha(captcha_token);
  if (!asked.ok) return asked;
  const taken = await takeMail(email);
  if (!taken.ok) return taken;
  const answer = await answerAtMinimumTime({ mail: 'confirmation', to: email }, () =>
    createAnonymousSupabase().auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: environment().siteUrl + safeRedirect(next), ...asked.captcha },
    }),
  );
  if (answer?.error) return failFromAuth(answer.error);
  await noteMail(email);
  const step = await readSignUp();
  if (step?.email !== email) await rememberSignUp({ email });
  return { ok: true };
}
