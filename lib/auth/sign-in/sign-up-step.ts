import 'server-only';
import { z } from 'zod';
import { stepCookie } from '../../session/step-cookie.ts';
import { isSameEmail } from './email-step.ts';

const SignUpStep = z.object({
  email: z.string(),
  /** Proves at the confirmation that this browser chose the password. */
  secret: z.string(),
});
type SignUpStep = z.infer<typeof SignUpStep>;

/** A day: the emailed link is valid for an hour, and a new one can be requested. */
const cookie = stepCookie({ name: 'sign-up', schema: SignUpStep, lifeInSeconds: 24 * 60 * 60 });

export function rememberSignUp(step: SignUpStep): Promise<void> {
  return cookie.write(step);
}

/** Clears the step once its address is confirmed. Another address's step stays. */
export async function forgetSignUp(email: string | undefined): Promise<void> {
  if (await hasSignedUpHere(email)) await cookie.clear();
}

export async function hasSignedUpHere(email: string | undefined): Promise<boolean> {
  return isSameEmail((await cookie.read())?.email, email);
}

export function readSignUp(): Promise<SignUpStep | null> {
  return cookie.read();
}
