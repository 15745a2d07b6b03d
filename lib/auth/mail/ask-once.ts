import 'server-only';
import type { AuthError } from '@supabase/supabase-js';
import { after } from 'next/server';
import { errorOf } from '../../backend-unavailable.ts';
import { logError } from '../../log/log.ts';
import { countersForLater } from '../../rate-limit/consume.ts';
import { keyedHash } from '../../rate-limit/keyed-hash.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { describeMailFailure } from './describe-mail-failure.ts';

/** The mails of Auth that take each other's place: a newer one ends the code of an older one of its kind. */
type AuthMail = 'confirmation' | 'code' | 'reset' | 'email change' | 'reauthentication';

/** Which mail, and who it is for: an email as typed or an account's id, and whose it is, where that is known. */
export type AskedMail = { mail: AuthMail; to: string; userId?: string };

type Answer = { error?: AuthError | null; ok?: boolean };

/**
 * Asks Auth for a mail, unless Auth still works on the same one: a second request would send a second mail, and only one
 * of their codes works. What was asked for is carried out even if the asker stops waiting, also when this process is
 * told to end, and a mail that could not be sent is logged.
 *
 * It counts against the site's total if one was sent, which the database knows and Auth's answer does not say. So asking for
 * an address that has no account, or had a mail a moment ago, stops nobody's mails. The steps are the same for every address.
 * @returns what Auth will say; or the seconds until it has decided about the one that is under way. Throws BackendUnavailable where
 * the database is away, which is the same for every address.
 */
export async function askOnce<Answered extends Answer>(
  { mail, to, userId }: AskedMail,
  ask: () => PromiseLike<Answered>,
): Promise<{ work: Promise<Answered> } | { secondsLeft: number }> {
  const whose = {
    p_mail_key: keyedHash('mail under way', [mail, to.toLowerCase()]).toString('hex'),
    ...(userId ? { p_email: null, p_user_id: userId } : { p_email: to, p_user_id: null }),
  };
  const begun = await callFunction('begin_mail', whose);
  // Auth has the same database. Its own 500 would be taken for a mail that failed, which nobody is told of.
  if (!begun.ok) throw errorOf('Auth was not asked for an email', begun);
  const { secondsLeft = 0, lastMailAt = null } = begun.rows[0] ?? {};
  if (secondsLeft > 0) return { secondsLeft };
  const carryOut = async () => {
    try {
      const answer = await ask();
      logMailFailure(answer.error);
      return answer;
    } finally {
      const p_counters = countersForLater('send_mail');
      const ended = await callFunction('end_mail', { ...whose, p_last_mail_at: lastMailAt, p_counters });
      if (!ended.ok) logError('mail.not_counted', `An email could not be counted: ${ended.code}`);
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
