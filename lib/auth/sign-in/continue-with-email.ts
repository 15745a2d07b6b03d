import 'server-only';
import { homePath, safeRedirect } from '../../flow/safe-redirect.ts';
import { withNext } from '../../flow/with-next.ts';
import type { Result } from '../../result.ts';
import { mailPauseLeft } from '../mail/mail-pause.ts';
import { isSameEmail, readEmailStep, rememberEmail } from './email-step.ts';
import { readLastMethod } from './last-method.ts';
import { sendSignInCode, type TypedEmail } from './send-sign-in-code.ts';

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
