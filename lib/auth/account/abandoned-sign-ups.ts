import 'server-only';
import { logError } from '../../log/log.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { createAdminSupabase } from '../../supabase/server.ts';

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
    left.push(error instanceof Error ? error.message : 'unknown');
  }
  if (left.length > 0)
    logError(
      'account.abandoned_left',
      `Accounts that nobody confirmed could not be deleted: ${left.length}, the last one with ${left.at(-1)}`,
    );
}
