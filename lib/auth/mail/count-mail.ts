import 'server-only';
import { logError } from '../../log/log.ts';
import { countersForLater } from '../../rate-limit/consume.ts';
import { callFunction } from '../../supabase/call-function.ts';

type Recipient = { email: string } | { userId: string };

/**
 * Has Auth send a mail, and counts it against the site's total if one was sent, which the database knows and Auth's answer
 * does not say. For an address that has no account, or had a mail a moment ago, none is, so that asking for those stops
 * nobody's mails.
 *
 * The steps are the same for every address, and anyone who may learn nothing waits for the minimum time and not for this: the
 * promise goes to `answerAtMinimumTime`.
 */
export async function countMail<Answer>(to: Recipient, send: () => Promise<Answer>): Promise<Answer> {
  const whose = {
    p_email: 'email' in to ? to.email : null,
    p_user_id: 'userId' in to ? to.userId : null,
  };
  const before = await callFunction('find_last_mail', whose);
  const answer = await send();
  // Where the database was away Auth was too, and sent nothing.
  if (!before.ok) return answer;
  const counted = await callFunction('count_sent_mail', {
    ...whose,
    p_last_before: before.rows,
    p_kind: 'send_mail',
    p_counters: countersForLater('send_mail'),
  });
  if (!counted.ok) logError('mail.not_counted', `An email could not be counted: ${counted.code}`);
  return answer;
}
