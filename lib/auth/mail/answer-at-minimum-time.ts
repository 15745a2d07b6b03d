import 'server-only';
import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { after } from 'next/server';
import { environment } from '../../env.ts';
import { mailMinimumTime } from '../../http/minimum-time.ts';
import { logError } from '../../log/log.ts';
import { isUncheckedCaptcha } from '../../supabase/error-codes.ts';
import { mailTimeout } from './mail-timeout.ts';
import { type AuthEmail, isMailFailure, sendOnce } from './send-once.ts';

/**
 * Requests an email from Auth and answers after the minimum time, so that neither time nor answer reveals whether the address has an
 * account. Failures to send and refusals by a project's hook are only logged. @param handleLate gets an answer that Auth gives later.
 * @returns Auth's answer; null if it is late, in progress already, a failure to send, or dependent on the account.
 */
export async function answerAtMinimumTime<Answer extends { error: AuthError | null }>(
  asked: AuthEmail,
  ask: () => PromiseLike<Answer>,
  handleLate?: (answer: Answer) => Promise<void>,
): Promise<Answer | null> {
  const floor = mailMinimumTime();
  const begun = await sendOnce(asked, ask);
  const inTime = 'work' in begun ? await waitFor(begun.work, floor) : null;
  if ('work' in begun) {
    after(async () => {
      const answer = await begun.work.catch(() => null);
      // `sendOnce` has logged it.
      if (!answer) return;
      logRefusal(answer.error);
      if (!inTime) await handleLate?.(answer);
    });
  }
  await floor;
  return inTime?.error && !isAddressIndependent(inTime.error) ? null : inTime;
}

/** The local backend has no mail server whose time could reveal anything, so this waits as long as for any email. */
async function waitFor<Answer>(work: Promise<Answer>, floor: Promise<void>): Promise<Answer | null> {
  if (!environment().embedded) return Promise.race([work, floor.then(() => null)]);
  const timeout = mailTimeout();
  const inTime = await Promise.race([work, timeout.expired]);
  timeout.clear();
  return inTime;
}

/** Auth gives these answers before it looks up the address. A network error isn't an answer by Auth. */
function isAddressIndependent(error: AuthError): boolean {
  if (isUncheckedCaptcha(error) || addressIndependentCodes.has(error.code ?? '')) return true;
  return isAuthRetryableFetchError(error) && !isMailFailure(error);
}

const addressIndependentCodes = new Set([
  'captcha_failed',
  'over_request_rate_limit',
  'signup_disabled',
  'validation_failed',
  'weak_password',
]);

/** These depend on whether the address has an account, so a log line would reveal it too. */
const addressDependentCodes = new Set(['user_already_exists', 'otp_disabled', 'over_email_send_rate_limit']);

function logRefusal(error: AuthError | null): void {
  if (
    !error ||
    isAddressIndependent(error) ||
    isMailFailure(error) ||
    addressDependentCodes.has(error.code ?? '')
  )
    return;
  logError(
    'mail.auth_refused',
    `Auth refused an email: ${error.status} ${error.code ?? error.name}. Look at its hooks.`,
  );
}
