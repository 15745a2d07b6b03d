import 'server-only';
import type { AuthError } from '@supabase/supabase-js';
import { after } from 'next/server';
import { environment } from '../../env.ts';
import { mailMinimumTime } from '../../flow/minimum-time.ts';
import { type AskedMail, askOnce } from './ask-once.ts';
import { isMailFailure } from './describe-mail-failure.ts';
import { mailPatience } from './mail-patience.ts';

/**
 * Asks Auth for a mail and answers after the minimum time, neither sooner nor later, whatever Auth does for this address: it may
 * still be sending when the answer goes out, and a mail that fails is only logged. Both would tell that the address has
 * an account.
 * @param takeLate gets what Auth says after the answer has gone out.
 * @returns what Auth said; null when it is still at work on this mail or on the same one of before, failed at sending, or
 * said what only the owner may know.
 */
export async function answerAtMinimumTime<Answer extends { error: AuthError | null }>(
  asked: AskedMail,
  ask: () => PromiseLike<Answer>,
  takeLate?: (answer: Answer) => Promise<void>,
): Promise<Answer | null> {
  const floor = mailMinimumTime();
  const begun = await askOnce(asked, ask);
  const inTime = 'work' in begun ? await waitFor(begun.work, floor) : null;
  if ('work' in begun && !inTime && takeLate) after(async () => takeLate(await begun.work));
  await floor;
  if (!inTime?.error) return inTime;
  return isMailFailure(inTime.error) || tellsOfAccount(inTime.error) ? null : inTime;
}

/** The local backend keeps its mails and gives nothing away by their time, so it is waited for as for anything. */
async function waitFor<Answer>(work: Promise<Answer>, floor: Promise<void>): Promise<Answer | null> {
  if (!environment().embedded) return Promise.race([work, floor.then(() => null)]);
  const patience = mailPatience();
  const inTime = await Promise.race([work, patience.over]);
  patience.end();
  return inTime;
}

/** Auth says these only of an address that has an account, or only of one that has none. */
function tellsOfAccount(error: AuthError): boolean {
  return (
    error.code === 'user_already_exists' ||
    error.code === 'otp_disabled' ||
    error.code === 'over_email_send_rate_limit'
  );
}
