import 'server-only';
import { z } from 'zod';
import { stepCookie } from '../../flow/step-cookie.ts';
import { isSameEmail } from './email-step.ts';

/** A sign-up by password in this browser, until its address is confirmed. */
const SignUpStep = z.object({
  email: z.string(),
  /** Proves at the confirmation that this browser chose the password. */
  secret: z.string(),
});
type SignUpStep = z.infer<typeof SignUpStep>;

/** Lives a day: the mailed link lives an hour, and a new one can be requested. */
const cookie = stepCookie({ name: 'sign-up', schema: SignUpStep, lifeInSeconds: 24 * 60 * 60 });

export function rememberSignUp(step: SignUpStep): Promise<void> {
  return cookie.write(step);
}

/** Forgets it once this address is confirmed. The step of another address stays. */
export async function forgetSignUp(email: string | undefined): Promise<void> {
  if (await hasSignedUpHere(email)) await cookie.clear();
}

export async function hasSignedUpHere(email: string | undefined): Promise<boolean> {
  return isSameEmail((await cookie.read())?.email, email);
}

export function readSignUp(): Promise<SignUpStep | null> {
  return cookie.read();
}
