import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { sessionCookieOptions } from '../supabase/cookies.ts';

/** The step between signing up and confirming, kept in this browser: it survives a reload and works without scripts. */
const SignUpStep = z.object({
  email: z.string(),
  next: z.string().optional(),
  /** The account that this browser created. None when the address had one before, or Auth was slow to answer. */
  createdUserId: z.string().optional(),
});
export type SignUpStep = z.infer<typeof SignUpStep>;

const cookieName = 'sign-up';
/** A day: the mail's link lives an hour, and a new one can be asked for. */
const lifeInSeconds = 24 * 60 * 60;

export async function rememberSignUp(step: SignUpStep): Promise<void> {
  const value = Buffer.from(JSON.stringify(step)).toString('base64url');
  (await cookies()).set(cookieName, value, { ...sessionCookieOptions(), maxAge: lifeInSeconds });
}

export async function forgetSignUp(): Promise<void> {
  (await cookies()).delete(cookieName);
}

export async function readSignUp(): Promise<SignUpStep | null> {
  const value = (await cookies()).get(cookieName)?.value;
  if (!value) return null;
  try {
    const step = SignUpStep.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString()));
    return step.success ? step.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
