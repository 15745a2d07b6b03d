import 'server-only';
import { z } from 'zod';
import { stepCookie } from '../../flow/step-cookie.ts';

/** Says that this browser has just set up the first authenticator, so that the next page makes recovery codes. Counts once. */
const cookie = stepCookie({
  name: 'first-recovery-codes',
  schema: z.object({ userId: z.uuid() }),
  lifeInSeconds: 2 * 60,
});

export function expectFirstCodes(userId: string): Promise<void> {
  return cookie.write({ userId });
}

/** Leaves the cookie in place: making the codes uses it up. */
export async function areFirstCodesDue(userId: string): Promise<boolean> {
  return (await cookie.read())?.userId === userId;
}

export async function forgetFirstCodes(): Promise<void> {
  if (await cookie.read()) await cookie.clear();
}
