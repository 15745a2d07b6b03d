import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { ownCookieName } from '../../own-cookie-name.ts';
import { sessionCookieOptions } from '../../supabase/cookies.ts';
import { packStep, readStep } from '../flow/step-cookie.ts';

/** The step between signing up and confirming, kept in this browser: it survives a reload and works without scripts. */
const SignUpStep = z.object({
  email: z.string(),
  next: z.string().optional(),
  /** What this browser's sign-up was marked with. None when it only asked for another mail. */
  secret: z.string().optional(),
});
export type SignUpStep = z.infer<typeof SignUpStep>;

const cookieName = () => ownCookieName('sign-up');
/** A day: the mail's link lives an hour, and a new one can be asked for. */
const lifeInSeconds = 24 * 60 * 60;

export async function rememberSignUp(step: SignUpStep): Promise<void> {
  (await cookies()).set(cookieName(), packStep(step), { ...sessionCookieOptions(), maxAge: lifeInSeconds });
}

/** Forgets it once this address is confirmed. The step of another address stays. */
export async function forgetSignUp(email: string | undefined): Promise<void> {
  const step = await readSignUp();
  if (step?.email.toLowerCase() === email?.toLowerCase())
    (await cookies()).set(cookieName(), '', { ...sessionCookieOptions(), maxAge: 0 });
}

export async function readSignUp(): Promise<SignUpStep | null> {
  return readStep(SignUpStep, (await cookies()).get(cookieName())?.value);
}
