import 'server-only';
import { logError } from '../../log/log.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { createAdminSupabase } from '../../supabase/server.ts';

const foundAtOnce = 50;
/** Of one process in an hour. A site sends at most a thousand emails in that time. */
const mostRounds = 40;

/**
 * Has Auth delete accounts that were made through this site and never confirmed, 7 days after their last code. The database keeps one
 * that is confirmed meanwhile. Never throws.
 */
export async function deleteAbandonedSignUps(): Promise<void> {
  try {
    for (let round = 0; round < mostRounds; round++) {
      const found = await callFunction('find_abandoned_sign_ups', { p_at_most: foundAtOnce });
      if (!found.ok) throw new Error(found.code);
      for (const userId of found.rows) {
        const { error } = await createAdminSupabase().auth.admin.deleteUser(userId);
        // The others are deleted all the same: this one may have been confirmed, or a table of the project may refer to it.
        if (error && error.code !== 'user_not_found') logLeft(error.code ?? error.name);
      }
      if (found.rows.length < foundAtOnce) return;
    }
  } catch (error) {
    logLeft(error instanceof Error ? error.message : 'unknown');
  }
}

function logLeft(why: string): void {
  logError('account.abandoned_left', `An account that nobody confirmed could not be deleted: ${why}`);
}
