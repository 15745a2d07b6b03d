import 'server-only';
import type { SignInMethod } from '../auth/session-record.ts';
import { readKnownBrowser, rememberBrowser } from '../limits/known-browser.ts';
import { callFunction } from '../supabase/call-function.ts';
import { recordEvent } from './record-event.ts';

type SignedIn = { userId: string; email: string | undefined; method: SignInMethod };

/**
 * Notes that somebody is all the way in, and remembers this browser as one of the account's. From any other browser,
 * unless it is the account's first sign-in, the owner is told by mail. Never throws.
 */
export async function recordSignIn({ userId, email, method }: SignedIn): Promise<void> {
  const isKnown = (await readKnownBrowser(userId)) !== null;
  const isExpected = isKnown || !(await hasSignedInBefore(userId));
  await recordEvent(userId, {
    kind: isExpected ? 'signed_in' : 'signed_in_elsewhere',
    details: { method },
  });
  await rememberBrowser(email ? [email, userId] : [userId]);
}

/** When it can't be asked, there is nobody to record for either. */
async function hasSignedInBefore(userId: string): Promise<boolean> {
  const before = await callFunction<boolean>('has_signed_in_before', { p_user_id: userId }).catch(() => null);
  return before?.ok === true && before.rows;
}
