import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { ownCookieName } from '../../own-cookie-name.ts';
import { sessionCookieOptions } from '../../supabase/cookies.ts';
import { sealStep, unsealStep } from '../flow/step-cookie.ts';

/**
 * An authenticator that is being set up. Auth tells its secret once; this keeps it for the page that shows it, through
 * reloads and in every tab, until the first right code. Sealed: whoever copies it would have the authenticator.
 */
const Enrolment = z.object({
  userId: z.uuid(),
  factorId: z.uuid(),
  name: z.string(),
  /** Base32, as it is typed into an app. */
  secret: z.string().regex(/^[A-Z2-7]+$/),
  /** What an app scans: an `otpauth://` address. */
  uri: z.string().startsWith('otpauth://'),
});
export type Enrolment = z.infer<typeof Enrolment>;

const cookieName = () => ownCookieName('authenticator-set-up');
const lifeInSeconds = 10 * 60;

export async function rememberEnrolment(enrolment: Enrolment): Promise<void> {
  const options = { ...sessionCookieOptions(), maxAge: lifeInSeconds };
  (await cookies()).set(cookieName(), sealStep(enrolment, cookieName()), options);
}

/** @returns null when the account has none under way in this browser. */
export async function readEnrolment(userId: string): Promise<Enrolment | null> {
  const enrolment = unsealStep(Enrolment, (await cookies()).get(cookieName())?.value, cookieName());
  return enrolment?.userId === userId ? enrolment : null;
}

export async function forgetEnrolment(): Promise<void> {
  const options = { ...sessionCookieOptions(), maxAge: 0 };
  (await cookies()).set(cookieName(), '', options);
}
