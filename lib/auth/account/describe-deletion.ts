import 'server-only';
import { createViewerSupabase } from '../../supabase/viewer-client.ts';
import { redirectOnRefusal } from '../session/redirect-on-refusal.ts';
import { BackendUnavailable } from '../session/viewer.ts';

/** How much goes, and stays, when the viewer deletes the account. */
export type Leaving = { wallets: number; proofs: number; publicProofs: number };

/** @returns wallets that are proven now; proofs that ever were; those of them that anybody may see. Throws BackendUnavailable. */
export async function describeDeletion(): Promise<Leaving> {
  const supabase = await createViewerSupabase();
  const counted = { count: 'exact' } as const;
  const [wallets, proofs, publicProofs] = await Promise.all([
    supabase.from('wallets').select('id', counted).is('removed_at', null).limit(1),
    supabase.from('proofs').select('id', counted).limit(1),
    supabase.from('proofs').select('id', counted).eq('is_public', true).limit(1),
  ]);
  const error = wallets.error ?? proofs.error ?? publicProofs.error;
  redirectOnRefusal(error?.message, '/account/delete');
  if (error) throw new BackendUnavailable(`What is on the account could not be counted: ${error.code}`);
  return {
    wallets: wallets.count ?? 0,
    proofs: proofs.count ?? 0,
    publicProofs: publicProofs.count ?? 0,
  };
}
