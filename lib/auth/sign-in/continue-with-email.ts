import 'server-only';
import { withNext } from '../../flow/with-next.ts';
import type { Result } from '../../result.ts';
import { mailPauseLeft } from '../mail/mail-pause.ts';
import { readEmailStep, rememberEmail } from './email-step.ts';
import { type LastMethod, readLastMethod } from './last-method.ts';
import { sendSignInCode, type TypedEmail } from './send-sign-in-code.ts';

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

/** Remembers what was typed, and still knows of a code that is on its way to the same address. */
async function keepEmail(email: string): Promise<void> {
  const step = await readEmailStep();
  await rememberEmail(step && isSameEmail(step.email, email) ? { ...step, email } : { email });
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
