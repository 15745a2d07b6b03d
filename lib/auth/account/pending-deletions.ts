import 'server-only';
import { logError, messageOf } from '../../log/log.ts';
import { flushOutbox } from '../../mail/flush-outbox.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { createAdminSupabase } from '../../supabase/server.ts';

const claimedAtOnce = 10;

const pauseInMilliseconds = 60_000;

/** Deletes a closed account's user at Auth, then queues the last notice. Stays pending after a failure. Never throws. */
export async function finishPendingDeletion(userId: string): Promise<boolean> {
  try {
    const { error } = await createAdminSupabase().auth.admin.deleteUser(userId);
    // Another process or an operator may have deleted it.
    if (error && error.code !== 'user_not_found') throw new Error(error.code ?? error.name);
    const finished = await callFunction('finish_deletion', { p_user_id: userId });
    if (!finished.ok) throw new Error(finished.code);
    return true;
  } catch (error) {
    logError('account.deletion_left', `An account could not be deleted at Auth: ${messageOf(error)}`);
    finishLater();
    return false;
  }
}

/** Finishes every pending deletion that is due, for all accounts, and sends the last notices. Never throws. */
export async function finishPendingDeletions(): Promise<void> {
  try {
    let claimed: string[];
    do {
      const claim = await callFunction('claim_pending_deletions', { p_at_most: claimedAtOnce });
      if (!claim.ok) throw new Error(claim.code);
      claimed = claim.rows;
      await Promise.all(claimed.map(finishPendingDeletion));
      if (claimed.length > 0) await flushOutbox();
    } while (claimed.length > 0);
  } catch (error) {
    logError('account.deletions_unreadable', `Closed accounts could not be read: ${messageOf(error)}`);
    finishLater();
  }
}

let timer: NodeJS.Timeout | undefined;

/** Lasts as long as this process; the next process retries when it starts. */
function finishLater(): void {
  if (timer) return;
  timer = setTimeout(() => {
    timer = undefined;
    void finishPendingDeletions();
  }, pauseInMilliseconds);
  timer.unref();
}

const foundAtOnce = 50;
/** Enough for every sign-up of an hour: a site sends at most 1,000 emails an hour. */
const mostRounds = 40;

/** Has Auth delete sign-ups of this site that were never confirmed, 7 days after their last code. Never throws. */
export async function deleteAbandonedSignUps(): Promise<void> {
  const left: string[] = [];
  try {
    for (let round = 0; round < mostRounds; round++) {
      const found = await callFunction('find_abandoned_sign_ups', { p_at_most: foundAtOnce });
      if (!found.ok) throw new Error(found.code);
      for (const userId of found.rows) {
        const { error } = await createAdminSupabase().auth.admin.deleteUser(userId);
        // The database's trigger stops the deletion if the owner has returned, and a table of the project may refer to the user.
        if (error && error.code !== 'user_not_found') left.push(error.code ?? error.name);
      }
      if (found.rows.length < foundAtOnce) break;
    }
  } catch (error) {
    left.push(messageOf(error));
  }
  if (left.length > 0)
    logError(
      'account.abandoned_left',
      `${left.length} unconfirmed accounts could not be deleted. The last error: ${left.at(-1)}`,
    );
}
