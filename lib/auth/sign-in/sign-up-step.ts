import 'server-only';
import { z } from 'zod';
import { stepCookie } from '../../flow/step-cookie.ts';

/** The step between signing up and confirming, kept in this browser: it survives a reload and works without scripts. */
const SignUpStep = z.object({
  email: z.string(),
  /** The secret of this browser's sign-up. Absent after a request for another email. */
  secret: z.string().optional(),
  /** True for an account without a password: nobody is asked to choose one then. */
  hasNoPassword: z.boolean().optional(),
});
type SignUpStep = z.infer<typeof SignUpStep>;

/** Lives a day: the mailed link lives an hour, and a new one can be requested. */
const cookie = stepCookie({ name: 'sign-up', schema: SignUpStep, lifeInSeconds: 24 * 60 * 60 });

export function rememberSignUp(step: SignUpStep): Promise<void> {
  return cookie.write(step);
}

/** Forgets it once this address is confirmed. The step of another address stays. */
export async function forgetSignUp(email: string | undefined): Promise<void> {
  if (await readSignUpOf(email)) await cookie.clear();
}

export async function hasSignedUpWithoutPassword(email: string | undefined): Promise<boolean> {
  return (await readSignUpOf(email))?.hasNoPassword ?? false;
}

async function readSignUpOf(email: string | undefined): Promise<SignUpStep | null> {
  const step = await cookie.read();
  return step?.email.toLowerCase() === email?.toLowerCase() ? step : null;
}

export function readSignUp(): Promise<SignUpStep | null> {
  return cookie.read();
}
