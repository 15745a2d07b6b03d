import 'server-only';
import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import { createViewerSupabase } from '../supabase/viewer-supabase.ts';
import { findWallet } from './list-wallets.ts';

/** Long enough for an occasional visitor. The activity keeps the event permanently. */
const shownForDays = 30;

/** A wallet that left the viewer's account because another account proved it. `movedAt` is ISO 8601. */
export type MovedWallet = { address: string; movedAt: string };

/** The last wallet moved away in 30 days; null without one, if it is back, or if it can't be read. Throws as `findWallet`. */
export async function findMovedWallet(): Promise<MovedWallet | null> {
  const supabase = await createViewerSupabase();
  const { data, error } = await supabase
    .from('wallets')
    .select('address,movedAt:removed_at')
    .eq('removed_because', 'moved')
    .eq('chain', environment().chain)
    .gt('removed_at', new Date(Date.now() - shownForDays * 24 * 60 * 60_000).toISOString())
    .order('removed_at', { ascending: false })
    .limit(1);
  // The session ended or lacks its second factor; the page's own reads handle that.
  if (error && /^PT40[13]$/.test(error.code)) return null;
  if (error) {
    logError('wallet.moved_unreadable', `Wallets that were moved away could not be read: ${error.code}`);
    return null;
  }
  const [moved] = data as MovedWallet[];
  return !moved || (await findWallet(moved.address)) ? null : moved;
}
