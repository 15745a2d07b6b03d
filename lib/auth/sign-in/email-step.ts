import 'server-only';
import { z } from 'zod';
import { Email } from '../../flow/schemas.ts';
import { stepCookie } from '../../flow/step-cookie.ts';

/** The email that was typed first, while its password or code is asked for: it survives a reload and the back button. */
const EmailStep = z.object({
  email: Email,
  mailed: z.enum(['sign-in', 'reset']).optional(),
  /** Whether the code makes an account for an address without one. The same for every address. */
  opensAccount: z.boolean().optional(),
});
export type EmailStep = z.infer<typeof EmailStep>;

/** It lives as long as a mailed code. */
const cookie = stepCookie({ name: 'email-step', schema: EmailStep, lifeInSeconds: 60 * 60 });

export function rememberEmail(step: EmailStep): Promise<void> {
  return cookie.write(step);
}

export function forgetEmail(): Promise<void> {
  return cookie.clear();
}

export function readEmailStep(): Promise<EmailStep | null> {
  return cookie.read();
}
