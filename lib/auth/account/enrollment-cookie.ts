import 'server-only';
import { z } from 'zod';
import { stepCookie } from '../../flow/step-cookie.ts';

/** An authenticator being set up. Auth returns its secret once. Sealed, because the secret makes the codes. */
const Enrollment = z.object({
  userId: z.uuid(),
  factorId: z.uuid(),
  name: z.string(),
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

export async function readEnrollment(userId: string): Promise<Enrollment | null> {
  const enrolment = await cookie.read();
  return enrolment?.userId === userId ? enrolment : null;
}

export function forgetEnrollment(): Promise<void> {
  return cookie.clear();
}
