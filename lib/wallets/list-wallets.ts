import 'server-only';
import { z } from 'zod';
import { redirectOnRefusal } from '../auth/session/redirect-on-refusal.ts';
import { BackendUnavailable } from '../auth/session/viewer.ts';
import { environment } from '../env.ts';
import { proofMethods } from '../proofs/statement.ts';
import { createViewerSupabase } from '../supabase/viewer-client.ts';

/** A wallet of the viewer that is proven. Times are ISO 8601. */
export type Wallet = {
  id: string;
  address: string;
  label: string | null;
  isPrimary: boolean;
  isPublic: boolean;
  proofId: string;
  provenAt: string;
  method: (typeof proofMethods)[number];
};

export const walletsPerPage = 50;

const Row = z
  .object({
    id: z.string(),
    address: z.string(),
    label: z.string().nullable(),
    is_primary: z.boolean(),
    is_public: z.boolean(),
    proof_id: z.string(),
    proven_at: z.string(),
    method: z.enum(proofMethods),
  })
  .transform(
    (row): Wallet => ({
      id: row.id,
      address: row.address,
      label: row.label,
      isPrimary: row.is_primary,
      isPublic: row.is_public,
      proofId: row.proof_id,
      provenAt: row.proven_at,
      method: row.method,
    }),
  );

/** PostgREST's code for a range that begins after the last row. */
const pastTheEnd = 'PGRST103';

const columns = 'id,address,label,is_primary,is_public,proof_id,proven_at,method';

/**
 * One page of the viewer's wallets on the chain of this site: the primary one first, then the newest.
 * @param page counts from 1.
 * @returns total counts the wallets on all pages; it may be 0 for a page past the last. Throws BackendUnavailable.
 */
export async function listWallets(page: number): Promise<{ wallets: Wallet[]; total: number }> {
  const supabase = await createViewerSupabase();
  const first = (page - 1) * walletsPerPage;
  const { data, error, count } = await supabase
    .from('live_wallets')
    .select(columns, { count: 'exact' })
    .eq('chain', environment().chain)
    .order('is_primary', { ascending: false })
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + walletsPerPage - 1);
  if (error?.code === pastTheEnd) return { wallets: [], total: count ?? 0 };
  redirectOnRefusal(error?.message, '/wallets');
  if (error) throw new BackendUnavailable(`Wallets could not be read: ${error.code}`);
  return { wallets: z.array(Row).parse(data), total: count ?? 0 };
}

/** The viewer's proven wallet with this address on the chain of this site, on whatever page it is, or null. */
export async function findWallet(address: string): Promise<Wallet | null> {
  const supabase = await createViewerSupabase();
  const { data, error } = await supabase
    .from('live_wallets')
    .select(columns)
    .eq('address', address)
    .eq('chain', environment().chain)
    .limit(1);
  if (error) throw new BackendUnavailable(`A wallet could not be read: ${error.code}`);
  return z.array(Row).parse(data)[0] ?? null;
}
