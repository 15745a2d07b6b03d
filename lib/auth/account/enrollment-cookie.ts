import 'server-only';
import { z } from 'zod';
import { stepCookie } from '../../flow/step-cookie.ts';

/** An authenticator that is being set up, whose secret Auth tells once. Sealed: who copies it would have the authenticator. */
const Enrollment = z.object({
  userId: z.uuid(),
  factorId: z.uuid(),
  name: z.string(),
  /** Base32, as it is typed into an app. */
  secret: z.string().regex(/^[A-Z2-7]+$/),
  uri: z.string().startsWith('otpauth://'),
});
export type Enrollment = z.infer<typeof Enrollment>;

const cookie = stepCookie({
  name: 'authenticator-set-up',
  schema: Enrollment,
  lifeInSeconds: 10 * 60,
  isSealed: true,
});

export function rememberEnrollment(enrolment: Enrollment): Promise<void> {
  return cookie.write(enrolment);
}

/** @returns null when the account has none under way in this browser. */
export async function readEnrollment(userId: string): Promise<Enrollment | null> {
  const enrolment = await cookie.read();
  return enrolment?.userId === userId ? enrolment : null;
}

export function forgetEnrollment(): Promise<void> {
  return cookie.clear();
}
