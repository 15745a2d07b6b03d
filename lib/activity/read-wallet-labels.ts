import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { createViewerSupabase } from '../supabase/viewer-client.ts';

const Rows = z.array(z.object({ address: z.string(), label: z.string() }));

/**
 * What the viewer calls their proven wallets, by address. Those without a label are left out, and so are all of them when
 * the database doesn't answer: an address says the same.
 */
export async function readWalletLabels(): Promise<Map<string, string>> {
  const supabase = await createViewerSupabase();
  const { data } = await supabase
    .from('live_wallets')
    .select('address,label')
    .eq('chain', environment().chain)
    .not('label', 'is', null);
  const rows = Rows.safeParse(data);
  return new Map(rows.data?.map(({ address, label }) => [address, label]));
}
