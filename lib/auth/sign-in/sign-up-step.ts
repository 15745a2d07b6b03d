import 'server-only';
import { z } from 'zod';
import { stepCookie } from '../flow/step-cookie.ts';

/** The step between signing up and confirming, kept in this browser: it survives a reload and works without scripts. */
const SignUpStep = z.object({
  email: z.string(),
  /** What this browser's sign-up was marked with. None when it only asked for another mail. */
  secret: z.string().optional(),
});
type SignUpStep = z.infer<typeof SignUpStep>;

/** For a day: the mail's link lives an hour, and a new one can be asked for. */
const cookie = stepCookie({ name: 'sign-up', schema: SignUpStep, lifeInSeconds: 24 * 60 * 60 });

export function rememberSignUp(step: SignUpStep): Promise<void> {
  return cookie.write(step);
}

/** Forgets it once this address is confirmed. The step of another address stays. */
export async function forgetSignUp(email: string | undefined): Promise<void> {
  const step = await cookie.read();
  if (step?.email.toLowerCase() === email?.toLowerCase()) await cookie.clear();
}

export function readSignUp(): Promise<SignUpStep | null> {
  return cookie.read();
}
