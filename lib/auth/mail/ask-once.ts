import 'server-only';
import type { AuthError } from '@supabase/supabase-js';
import { after } from 'next/server';
import { errorOf } from '../../backend-unavailable.ts';
import { logError } from '../../log/log.ts';
import { keyedHash } from '../../rate-limit/keyed-hash.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { describeMailFailure } from './describe-mail-failure.ts';

/** The mails of Auth that take each other's place: a newer one ends the code of an older one of its kind. */
type AuthMail = 'confirmation' | 'code' | 'reset' | 'email change' | 'reauthentication';

/** Which mail, and who it is for: an e-mail as it was typed, or an account's id. */
export type AskedMail = { mail: AuthMail; to: string };

type Answer = { error: AuthError | null };

/**
 * Asks Auth for a mail, unless Auth still works on the same one: a second request would send a second mail, and only one
 * of their codes works. What was asked for is carried out even if the asker stops waiting, also when this process is
 * told to end, and a mail that could not be sent is logged.
 * @returns what Auth will say; or the seconds until it has decided about the one that is under way. Throws BackendUnavailable where
 * the database is away, which is the same for every address.
 */
export async function askOnce<Answered extends Answer>(
  { mail, to }: AskedMail,
  ask: () => PromiseLike<Answered>,
): Promise<{ work: Promise<Answered> } | { secondsLeft: number }> {
  const key = { p_mail_key: keyedHash('mail under way', [mail, to.toLowerCase()]).toString('hex') };
  const begun = await callFunction('begin_mail', key);
  // Auth has the same database. Its own 500 would be taken for a mail that failed, which nobody is told of.
  if (!begun.ok) throw errorOf('Auth was not asked for an email', begun);
  if (begun.rows > 0) return { secondsLeft: begun.rows };
  const work = Promise.resolve(ask());
  const settle = async () => {
    try {
      const failure = describeMailFailure((await work).error);
      if (failure) logError('mail.auth_failed', failure);
    } finally {
      await callFunction('end_mail', key);
    }
  };
  const settled = settle();
  after(() => settled);
  return { work };
}
