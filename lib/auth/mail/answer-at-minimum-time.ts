import 'server-only';
import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { after } from 'next/server';
import { environment } from '../../env.ts';
import { mailMinimumTime } from '../../flow/minimum-time.ts';
import { logError } from '../../log/log.ts';
import { isUncheckedCaptcha } from '../../supabase/error-codes.ts';
import { type AskedMail, askOnce } from './ask-once.ts';
import { isMailFailure } from './describe-mail-failure.ts';
import { mailPatience } from './mail-patience.ts';

/**
 * Asks Auth for a mail and answers after the minimum time, neither sooner nor later, whatever Auth does for this address: it may
 * still be sending when the answer goes out, and a mail that fails is only logged, as is a refusal by a hook of the project. All would
 * tell whether the address has an account.
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
  if ('work' in begun) {
    after(async () => {
      const answer = await begun.work.catch(() => null);
      // `askOnce` reports it.
      if (!answer) return;
      logRefusal(answer.error);
      if (!inTime) await takeLate?.(answer);
    });
  }
  await floor;
  return inTime?.error && !isSaidToAnyone(inTime.error) ? null : inTime;
}

/** The local backend keeps its mails and gives nothing away by their time, so it is waited for as for anything. */
async function waitFor<Answer>(work: Promise<Answer>, floor: Promise<void>): Promise<Answer | null> {
  if (!environment().embedded) return Promise.race([work, floor.then(() => null)]);
  const patience = mailPatience();
  const inTime = await Promise.race([work, patience.over]);
  patience.end();
  return inTime;
}

/** Auth answers these before it looks up the address. A network error is no answer of Auth. */
function isSaidToAnyone(error: AuthError): boolean {
  if (isUncheckedCaptcha(error) || saidToAnyone.has(error.code ?? '')) return true;
  return isAuthRetryableFetchError(error) && !isMailFailure(error);
}

const saidToAnyone = new Set([
  'captcha_failed',
  'over_request_rate_limit',
  'signup_disabled',
  'validation_failed',
  'weak_password',
]);

/** Auth's answers that depend on whether the address has an account, and so would a line of the log. */
const tellsOfAccount = new Set(['user_already_exists', 'otp_disabled', 'over_email_send_rate_limit']);

/** Logs a refusal that the page doesn't show, such as one by a hook of the project. */
function logRefusal(error: AuthError | null): void {
  if (!error || isSaidToAnyone(error) || isMailFailure(error) || tellsOfAccount.has(error.code ?? '')) return;
  logError(
    'mail.auth_refused',
    `Auth refused an email: ${error.status} ${error.code ?? error.name}. Look at its hooks.`,
  );
}
