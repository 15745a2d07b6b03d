import 'server-only';
import { after } from 'next/server';
import { recordRefusedSignIn } from '../../activity/activity.ts';
import { environment } from '../../env.ts';
import type { BeginSignIn, MailLink, MailRequest } from '../../forms/auth-schemas.ts';
import { signInMinimumTime } from '../../http/minimum-time.ts';
import { homePath, safeRedirect } from '../../http/safe-redirect.ts';
import { withNext } from '../../http/with-next.ts';
import { consumeMailAttempt, mailPauseLeft, startMailLimits } from '../../mail/limit-mail.ts';
import { mailOtherMethod } from '../../mail/own-mails.ts';
import { redeemMailToken } from '../../mail/redeem-mail-token.ts';
import { answerAtMinimumTime } from '../../mail/request-email.ts';
import { consumeAttempt, resetAttempts } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import type { SignInMethod } from '../../session/sign-in-method.ts';
import { readViewer } from '../../session/viewer.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { readAllowsSignUpByCode, readCaptcha } from '../../supabase/settings.ts';
import { confirmEmailChange } from '../account/confirm-email-change.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { newPasswordPath } from './reset-password.ts';
import {
  emailCookie,
  isSameEmail,
  noteAccount,
  readLastMethod,
  rememberLastMethod,
} from './sign-in-cookies.ts';
import {
  codeMark,
  forgetSignUp,
  hasSignedUpHere,
  settleBeforeCode,
  settleBeforeLink,
  type UnverifiedPassword,
} from './unverified-password.ts';

export function signInStepPath(method: 'password' | 'code', next: string | undefined): string {
  const nextPath = safeRedirect(next);
  return withNext(`/sign-in?step=${method}`, nextPath === homePath ? undefined : nextPath);
}

/** Sends a code, or requests the password if the user chose so or this browser used one last. @returns the same for every email. */
export async function continueWithEmail(typed: BeginSignIn): Promise<Result<{ redirectTo: string }>> {
  if (typed.way !== 'password' && (await readLastMethod()) !== 'password') return continueWithCode(typed);
  const { email, next } = typed;
  const step = await emailCookie.read();
  // In a cookie, because a URL would leave it in histories and logs.
  // Keeps a code that is under way to the same address.
  if (email) await emailCookie.write(step && isSameEmail(step.email, email) ? { ...step, email } : { email });
  else if (!step?.mailed) await emailCookie.clear();
  return { ok: true, redirectTo: signInStepPath('password', next) };
}

/** @returns the page for the code, also during the pause or above the limit if this browser requested one for the address within the hour. */
export async function continueWithCode(typed: TypedEmail): Promise<Result<{ redirectTo: string }>> {
  const { email, next } = typed;
  const step = await emailCookie.read();
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
  await emailCookie.write({ email, mailed: 'sign-in', opensAccount: shouldCreateUser });
  return { ok: true };
}

/** Counts a possible sign-up, whether or not the address has an account, unless this browser emailed it within the hour. */
async function countPossibleSignUp(email: string): Promise<Result> {
  const subject = await readSubject(email);
  return subject.requestedEmail ? { ok: true } : consumeAttempt('sign_up', subject);
}

/** Confirms an email change, or else signs in, which ends this browser's previous session. @returns the next path. */
export async function signInWithLink(link: MailLink): Promise<Result<{ redirectTo: string }>> {
  if (link.type === 'email_change') return confirmEmailChange(link.token_hash);
  const settled = await settleBeforeLink(link.token_hash);
  if (!settled.ok) return settled;
  const method = link.type === 'recovery' ? 'recovery' : 'link';
  return verify({ token_hash: link.token_hash, type: link.type }, settled.password, method, link.next);
}

type MailedCode = {
  email: string;
  code: string;
  next?: string | undefined;
  type: 'email' | 'recovery';
};

/** A wrong code, an expired one and an unknown email fail and count alike, after the minimum time, until `auth.too_many_attempts`. */
export async function signInWithCode({
  email,
  code,
  next,
  type,
}: MailedCode): Promise<Result<{ redirectTo: string }>> {
  const limitSubject = await readSubject(email);
  const taken = await consumeAttempt('mailed_code', limitSubject);
  if (!taken.ok) return taken;
  const floor = signInMinimumTime();
  const settled = await settleBeforeCode(email, code);
  if (!settled.ok) return settled;
  const method = type === 'recovery' ? 'recovery' : 'code';
  const done = await verify({ email, token: code, type }, settled.password, method, next);
  if (done.ok) {
    after(() => resetAttempts('mailed_code', limitSubject));
    return done;
  }
  if (done.code === 'auth.link_invalid') await recordRefusedSignIn(email, 'code');
  await floor;
  return done.code === 'auth.link_invalid' ? fail('auth.code_wrong') : done;
}

async function verify(
  token: Parameters<typeof redeemMailToken>[0],
  password: UnverifiedPassword,
  method: SignInMethod,
  next: string | undefined,
): Promise<Result<{ redirectTo: string }>> {
  const used = await redeemMailToken(token);
  if (!used.ok) return used;
  const { session } = used;
  if (!session) return fail('auth.link_invalid');
  const isConfirmation = password !== 'confirmed' && method !== 'recovery';
  const choosesPassword = method === 'recovery' || (await hasLostPassword(session.user.email, password));
  const hadAccount =
    password === 'confirmed' && method !== 'recovery' && (await hasSignedUpHere(session.user.email));
  await forgetSignUp(session.user.email);
  const done = await finishSignIn(
    session,
    isConfirmation ? 'confirmation' : method,
    choosesPassword ? choosePasswordThen(next) : next,
  );
  if (done.ok && password === 'kept') await rememberLastMethod('password');
  if (done.ok && (isConfirmation || hadAccount))
    await noteAccount(session.user.id, hadAccount ? 'known' : 'new');
  return done;
}

/** Whether the owner's sign-up chose a password that the account lacks: here, or elsewhere unless this browser requested only a code. */
async function hasLostPassword(email: string | undefined, password: UnverifiedPassword): Promise<boolean> {
  if (password === 'confirmed' || password === 'kept') return false;
  if (await hasSignedUpHere(email)) return true;
  const step = await emailCookie.read();
  const askedForCode = step?.mailed === 'sign-in' && isSameEmail(step.email, email);
  return password === 'replaced' && !askedForCode;
}

function choosePasswordThen(next: string | undefined): string {
  const nextPath = safeRedirect(next);
  const isGiven = nextPath !== homePath && !nextPath.startsWith(newPasswordPath);
  return withNext(newPasswordPath, isGiven ? nextPath : undefined);
}

/** Polled while a link may be opened in another tab. @returns the next path once this browser is signed in with this email, else null. */
export async function pollSignIn({
  email,
  next,
}: MailRequest): Promise<{ ok: true; nextPath: string | null }> {
  const check = await readViewer();
  const isSame = check.signedIn && check.viewer.email.toLowerCase() === email.toLowerCase();
  return { ok: true, nextPath: isSame ? safeRedirect(next) : null };
}
