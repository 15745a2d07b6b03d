import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { ownCookieName } from '../../own-cookie-name.ts';
import { sessionCookieOptions } from '../../supabase/cookies.ts';
import { Email } from '../flow/schemas.ts';
import { packStep, readStep } from '../flow/step-cookie.ts';

/** The e-mail that was typed first, while its password or code is asked for: it survives a reload and the back button. */
const EmailStep = z.object({
  email: Email,
  /** What was mailed to it from this browser, if anything. */
  mailed: z.enum(['sign-in', 'reset']).optional(),
});
type EmailStep = z.infer<typeof EmailStep>;

const cookieName = () => ownCookieName('email-step');
/** As long as a mailed code is good. */
const lifeInSeconds = 60 * 60;

export async function rememberEmail(step: EmailStep): Promise<void> {
  (await cookies()).set(cookieName(), packStep(step), { ...sessionCookieOptions(), maxAge: lifeInSeconds });
}

export async function forgetEmail(): Promise<void> {
  (await cookies()).set(cookieName(), '', { ...sessionCookieOptions(), maxAge: 0 });
}

export async function readEmailStep(): Promise<EmailStep | null> {
  return readStep(EmailStep, (await cookies()).get(cookieName())?.value);
}
