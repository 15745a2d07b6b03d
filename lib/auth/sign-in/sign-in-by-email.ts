import 'server-only';
import { after } from 'next/server';
import { recordRefusedSignIn } from '../../activity/record-activity.ts';
import type { MailLink } from '../../forms/auth-schemas.ts';
import { signInMinimumTime } from '../../http/minimum-time.ts';
import { homePath, safeRedirect } from '../../http/safe-redirect.ts';
import { withNext } from '../../http/with-next.ts';
import { consumeAttempt, resetAttempts } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import type { SignInMethod } from '../../session/sign-in-method.ts';
import { confirmEmailChange } from '../account/confirm-email-change.ts';
import { redeemMailToken } from '../mail/redeem-mail-token.ts';
import { noteAccount } from './account-note.ts';
import { isSameEmail, readEmailStep } from './email-step.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { rememberLastMethod } from './last-method.ts';
import { newPasswordPath } from './reset-password.ts';
import { forgetSignUp, hasSignedUpHere } from './sign-up-step.ts';
import { settleBeforeCode, settleBeforeLink, type UnverifiedPassword } from './unverified-password.ts';

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
  const step = await readEmailStep();
  const askedForCode = step?.mailed === 'sign-in' && isSameEmail(step.email, email);
  return password === 'replaced' && !askedForCode;
}

function choosePasswordThen(next: string | undefined): string {
  const nextPath = safeRedirect(next);
  const isGiven = nextPath !== homePath && !nextPath.startsWith(newPasswordPath);
  return withNext(newPasswordPath, isGiven ? nextPath : undefined);
}
