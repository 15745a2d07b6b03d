import 'server-only';
import { redirectOnRefusal } from '../../session/redirect-on-refusal.ts';
import { errorOfRead } from '../../supabase/outage.ts';
import { createViewerSupabase } from '../../supabase/viewer-supabase.ts';

export type DeletionCounts = { wallets: number; proofs: number; publicProofs: number };

/** @returns the number of proven wallets, of all proofs ever made, and of public proofs. Throws BackendUnavailable. */
export async function describeDeletion(): Promise<DeletionCounts> {
  const supabase = await createViewerSupabase();
  const counted = { count: 'exact' } as const;
  const [wallets, proofs, publicProofs] = await Promise.all([
    supabase.from('wallets').select('id', counted).is('removed_at', null).limit(1),
    supabase.from('proofs').select('id', counted).limit(1),
    supabase.from('proofs').select('id', counted).eq('is_public', true).limit(1),
  ]);
  for (const { error, status } of [wallets, proofs, publicProofs]) {
    redirectOnRefusal(error?.message, '/account/delete');
    if (error) throw errorOfRead('What is on the account could not be counted', { error, status });
  }
  return {
    wallets: wallets.count ?? 0,
    proofs: proofs.count ?? 0,
    publicProofs: publicProofs.count ?? 0,
  };
}
