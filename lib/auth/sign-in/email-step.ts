import 'server-only';
import { z } from 'zod';
import { Email } from '../../forms/auth-schemas.ts';
import { stepCookie } from '../../session/step-cookie.ts';

/** The email that the visitor typed. Survives a reload and the back button while they enter its code or password. */
const EmailStep = z.object({
  email: Email,
  mailed: z.enum(['sign-in', 'reset']).optional(),
  /** Whether the code creates an account for a new address. The same for every address. */
  opensAccount: z.boolean().optional(),
});
export type EmailStep = z.infer<typeof EmailStep>;

/** Lives as long as an emailed code. */
const cookie = stepCookie({ name: 'email-step', schema: EmailStep, lifeInSeconds: 60 * 60 });

export function rememberEmail(step: EmailStep): Promise<void> {
  return cookie.write(step);
}

export function forgetEmail(): Promise<void> {
  return cookie.clear();
}

export function isSameEmail(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.toLowerCase() === other?.toLowerCase();
}

export function readEmailStep(): Promise<EmailStep | null> {
  return cookie.read();
}
