import 'server-only';
import type { AuthError } from '@supabase/supabase-js';
import { after } from 'next/server';
import { errorOf } from '../../backend-unavailable.ts';
import { logError } from '../../log/log.ts';
import { countersAfterSuccess } from '../../rate-limit/consume.ts';
import { keyedHash } from '../../rate-limit/keyed-hash.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { logFailure } from '../../supabase/log-failure.ts';
import { describeMailFailure } from './describe-mail-failure.ts';

/** Auth's kinds of email. A newer email voids the code of an older one of its kind. */
type AuthEmailKind = 'code' | 'reset' | 'email change' | 'reauthentication';

/** `to`: the email as typed, or an account's id. `userId`: the account, if known. */
export type AuthEmail = { mail: AuthEmailKind; to: string; userId?: string };

type Answer = { error?: AuthError | null; ok?: boolean };

/**
 * Requests an email from Auth, unless the same one is under way: of two, only one code works. Continues if the caller stops waiting or
 * this process has to exit, and logs a failure. Takes the same steps for every address, and counts against the site's total only
 * emails that the database shows as sent. @returns Auth's answer; or the seconds to wait. Throws BackendUnavailable.
 */
export async function sendOnce<Answered extends Answer>(
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
