import 'server-only';
import type { AuthError } from '@supabase/supabase-js';
import { after } from 'next/server';
import { environment } from '../../env.ts';
import { mailFloor } from './answer-floor.ts';

/**
 * Answers at the floor, neither sooner nor later, whatever Auth does for this address: it may still be sending when
 * the answer goes out, and a mail that fails is only logged. Both would tell that the address has an account.
 * @returns what Auth said; null when it is still at work, failed at sending, or said what only the owner may know.
 */
export async function answerAtFloor<Answer extends { error: AuthError | null }>(
  work: Promise<Answer>,
): Promise<Answer | null> {
  const floor = mailFloor();
  // The local backend keeps its mails, so there is no mail server to give anything away, and tries are never rushed.
  const deadline = environment().embedded ? work : floor.then(() => null);
  const inTime = await Promise.race([work, deadline]);
  await floor;
  if (!inTime) {
    after(async () => sayFailure((await work).error));
    return null;
  }
  if (inTime.error && isSendingFailure(inTime.error)) {
    sayFailure(inTime.error);
    return null;
  }
  return inTime.error && tellsOfAccount(inTime.error) ? null : inTime;
}

/**
 * What Auth says only of an address that has an account, or only of one that has none: that there is one (in a project
 * without confirmations), that a code to sign in with is not for it, or that the last mail to it was a moment ago.
 */
function tellsOfAccount(error: AuthError): boolean {
  return (
    error.code === 'user_already_exists' ||
    error.code === 'otp_disabled' ||
    error.code === 'over_email_send_rate_limit'
  );
}

/**
 * An error of Auth itself, in contrast to one that says that Auth is out of reach, which is the same for everybody:
 * that is no status, or a gateway's. The library calls all of them the same, so only the number tells.
 */
function isSendingFailure(error: AuthError): boolean {
  return error.code === 'email_address_not_authorized' || error.status === 500 || isLimitOfProject(error);
}

/** Auth counts the mails that it sends, not those that it is asked for, so this too depends on the address. */
function isLimitOfProject(error: AuthError): boolean {
  return error.code === 'over_email_send_rate_limit' && !/after \d+ seconds/.test(error.message);
}

function sayFailure(error: AuthError | null): void {
  if (error) console.error(`Auth could not send a mail: ${error.status} ${error.code ?? error.name}`);
}
