import 'server-only';
import { z } from 'zod';
import { stepCookie } from '../../flow/step-cookie.ts';

/** Marks that this browser has just set up a first authenticator, so that the next page makes recovery codes. Single-use. */
const cookie = stepCookie({
  name: 'first-recovery-codes',
  schema: z.object({ userId: z.uuid() }),
  lifeInSeconds: 2 * 60,
});

export function expectFirstCodes(userId: string): Promise<void> {
  return cookie.write({ userId });
}

/** Doesn't clear the cookie; making the codes does. */
export async function areFirstCodesDue(userId: string): Promise<boolean> {
  return (await cookie.read())?.userId === userId;
}

export async function forgetFirstCodes(): Promise<void> {
  if (await cookie.read()) await cookie.clear();
}
