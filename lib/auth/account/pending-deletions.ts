import 'server-only';
import { logError } from '../../log/log.ts';
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
    logError('account.deletion_left', `An account was left to be deleted later: ${describe(error)}`);
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
    logError('account.deletions_unreadable', `Closed accounts could not be read: ${describe(error)}`);
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

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
