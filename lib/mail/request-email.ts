import 'server-only';
import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { after } from 'next/server';
import { errorOf } from '../backend-unavailable.ts';
import { environment } from '../env.ts';
import { mailMinimumTime } from '../http/minimum-time.ts';
import { logError, logFailure } from '../log/log.ts';
import { consumeAttempt, countersAfterSuccess } from '../rate-limit/consume.ts';
import { keyedHash } from '../rate-limit/keyed-hash.ts';
import { readSubject, rememberRequestedEmail } from '../rate-limit/read-subject.ts';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { failFromAuth, isUncheckedCaptcha } from '../supabase/error-codes.ts';
import { createSupabaseWithoutCaptcha } from '../supabase/server.ts';
import { mailPauseLeft, startMailPause } from './limit-mail.ts';
import { withinMailWait } from './mail-wait.ts';

/** Auth's kinds of email. A newer email voids the code of an older one of its kind. */
type AuthEmailKind = 'code' | 'reset' | 'email change' | 'reauthentication';

/** `to`: the email as typed, or an account's id. `userId`: the account, if known. */
type AuthEmail = { mail: AuthEmailKind; to: string; userId?: string };

type MailAnswer = { error?: AuthError | null; ok?: boolean };

/**
 * Requests an email from Auth, unless the same one is under way: of two, only one code works. Continues if the caller stops waiting or
 * this process has to exit, and logs a failure. Takes the same steps for every address, and counts against the site's total only
 * emails that the database shows as sent. @returns Auth's answer; or the seconds to wait. Throws BackendUnavailable.
 */
export async function sendOnce<Answered extends MailAnswer>(
  { mail, to, userId }: AuthEmail,
  ask: () => PromiseLike<Answered>,
): Promise<{ work: Promise<Answered> } | { secondsLeft: number }> {
  const whose = {
    p_mail_key: keyedHash('mail under way', [mail, to.toLowerCase()]).toString('hex'),
    ...(userId ? { p_email: null, p_user_id: userId } : { p_email: to, p_user_id: null }),
  };
  const begun = await callFunction('begin_mail', whose);
  // Auth uses the same database, and its 500 would count as a failure to send, which callers hide.
  if (!begun.ok) throw errorOf('Auth was not asked for an email', begun);
  const { secondsLeft = 0, lastMailAt = null } = begun.rows[0] ?? {};
  if (secondsLeft > 0) return { secondsLeft };
  const carryOut = async () => {
    try {
      const answer = await ask();
      logMailFailure(answer.error);
      return answer;
    } finally {
      const p_counters = countersAfterSuccess('send_mail');
      await logFailure(
        'mail.not_counted',
        'An email could not be counted',
        callFunction('end_mail', { ...whose, p_last_mail_at: lastMailAt, p_counters }),
      );
    }
  };
  const work = carryOut();
  after(() => work);
  return { work };
}

export function logMailFailure(error: AuthError | null | undefined): void {
  const failure = describeMailFailure(error ?? null);
  if (failure) logError('mail.auth_failed', failure);
}

/**
 * Requests an email for a signed-in user, who may know the result. @returns once sent, or after 5 s with `isUnderWay`;
 * `auth.mail_too_soon` while the same email is under way, `auth.mail_failed`, or Auth's refusal.
 */
export async function requestEmail(
  asked: AuthEmail,
  ask: () => PromiseLike<{ error: AuthError | null }>,
): Promise<Result<{ isUnderWay: boolean }>> {
  const begun = await sendOnce(asked, ask);
  if ('secondsLeft' in begun) return fail('auth.mail_too_soon', { retryAfterSeconds: begun.secondsLeft });
  const inTime = await withinMailWait(begun.work);
  if (!inTime) return { ok: true, isUnderWay: true };
  if (inTime.error?.status === 504) return fail('auth.mail_failed');
  return inTime.error ? failFromAuth(inTime.error) : { ok: true, isUnderWay: false };
}

/** The log's message, without the address, for an email that Auth could not send. Null for any other error. */
function describeMailFailure(error: AuthError | null): string | null {
  if (!error || !isMailFailure(error)) return null;
  const what = `Auth could not send an email: ${error.status ?? 0} ${error.code ?? error.name}`;
  if (error.status === 504)
    return `${what}. The mail server takes longer than Auth waits for it: the code in its email, should it still arrive, does not work.`;
  if (isRefusedByMailServer(error)) return `${what}. The mail server can't be reached, or refuses.`;
  return error.status === 500 ? `${what}. A hook or trigger of the project may refuse it.` : what;
}

/** Whether Auth failed while sending, so only for addresses that get an email. By status: supabase-js names outages alike. */
export function isMailFailure(error: AuthError): boolean {
  return (
    error.status === 500 ||
    error.status === 504 ||
    error.code === 'email_address_not_authorized' ||
    isLimitOfProject(error)
  );
}

/** Auth counts the emails that it sends and not requests, so this limit depends on the address too. */
function isLimitOfProject(error: AuthError): boolean {
  return error.code === 'over_email_send_rate_limit' && !/after \d+ seconds/.test(error.message);
}

function isRefusedByMailServer({ status, message }: AuthError): boolean {
  return status === 500 && message.startsWith('Error sending ');
}

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
  const inTime = 'work' in begun ? await answerInTime(begun.work, floor) : null;
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
export function answerInTime<Answer>(work: Promise<Answer>, floor: Promise<void>): Promise<Answer | null> {
  return environment().embedded ? withinMailWait(work) : Promise.race([work, floor.then(() => null)]);
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

/**
 * @param note runs before the request to Auth, whose transaction lasts until the mail server answers.
 * @returns `auth.mail_too_soon` or `auth.too_many_attempts` with the time to wait; `auth.mail_failed`.
 */
export async function emailAccountCode(
  { userId, email }: { userId: string; email: string },
  note?: () => Promise<Result>,
): Promise<Result> {
  const retryAfterSeconds = await mailPauseLeft();
  if (retryAfterSeconds > 0) return fail('auth.mail_too_soon', { retryAfterSeconds });
  const taken = await consumeAttempt('send_mail', await readSubject(userId));
  if (!taken.ok) return taken;
  const noted = await note?.();
  if (noted?.ok === false) return noted;
  const asked = await requestEmail({ mail: 'code', to: email, userId }, () =>
    createSupabaseWithoutCaptcha().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
  );
  if (!asked.ok) return asked;
  await startMailPause();
  await rememberRequestedEmail(userId);
  return { ok: true };
}
