import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { createViewerSupabase } from '../session/request-session.ts';
import { redirectOnRefusal } from '../session/require-live-session.ts';
import { errorOfRead } from '../supabase/rest.ts';
import { type WalletOrder, type WalletView, writeWalletsPath } from './wallet-view.ts';

const columns =
  'id,address,label,walletName:wallet_name,icon:wallet_icon,isPrimary:is_primary,accountName:account_name,proofId:proof_id,provenAt:proven_at,isListed:is_listed,proof';

const Row = z.object({
  id: z.string(),
  address: z.string(),
  label: z.string().nullable(),
  /** The signing wallet's own name, like `Phantom`; null if unknown. */
  walletName: z.string().nullable(),
  /** A `data:` URL of a PNG that was cleaned when it was stored. */
  icon: z
    .base64()
    .transform((png) => `data:image/png;base64,${png}`)
    .nullable(),
  isPrimary: z.boolean(),
  accountName: z.string().nullable(),
  proofId: z.string(),
  provenAt: z.string(),
  /** On the viewer's page. */
  isListed: z.boolean(),
  proof: z.object({
    isPublic: z.boolean(),
    /** False for a proof made by signing in, which is no evidence for others and can't be public. */
    namesAccount: z.boolean(),
    accountCode: z.string(),
    displayName: z.string().nullable(),
  }),
});
const Rows = z.array(Row.transform(({ proof, ...row }) => ({ ...row, ...proof })));

/** A proven wallet. Times are ISO 8601. A numeric `icon` is an index into the icons of `shareIcons`. */
export type Wallet = Omit<z.infer<typeof Rows>[number], 'icon'> & { icon: string | number | null };

export const walletsPerPage = 50;

/** PostgREST's code for a range after the last row. */
const pastTheEnd = 'PGRST103';

/** Columns of each order. The id breaks ties, so that pages never overlap. */
const orders: Record<WalletOrder, [column: string, isDescending: boolean][]> = {
  newest: [
    ['is_primary', true],
    ['created_at', true],
  ],
  name: [['sort_name', false]],
  'oldest-proof': [['proven_at', false]],
};

/** @param page counts from 1. @returns `found`: matches on all pages, possibly 0 past the last; `total`: all. Throws BackendUnavailable. */
export async function listWallets(
  page: number,
  view: WalletView,
): Promise<{ wallets: Wallet[]; found: number; total: number }> {
  const { search, order } = view;
  const supabase = await createViewerSupabase();
  const first = (page - 1) * walletsPerPage;
  const { chain } = environment();
  let query = supabase.from('live_wallets').select(columns, { count: 'exact' }).eq('chain', chain);
  if (search) query = query.like('search_text', `%${writePattern(search)}%`);
  for (const [column, isDescending] of orders[order])
    query = query.order(column, { ascending: !isDescending });
  const [{ data, error, status, count }, all] = await Promise.all([
    query.order('id').range(first, first + walletsPerPage - 1),
    search
      ? supabase.from('live_wallets').select('id', { count: 'exact', head: true }).eq('chain', chain)
      : null,
  ]);
  const found = count ?? 0;
  if (error?.code === pastTheEnd) return { wallets: [], found, total: all?.count ?? found };
  redirectOnRefusal(error?.message, writeWalletsPath(view, page));
  if (error) throw errorOfRead('Wallets could not be read', { error, status });
  return { wallets: Rows.parse(data), found, total: all?.count ?? found };
}

/** Escapes `%` and `_`. PostgREST reads `*` as `%` and has no escape for it, so `_`, any one character, replaces it. */
function writePattern(search: string): string {
  return search
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_');
}

/** The viewer's proven wallet with this address on this site's chain, or null. */
export async function findWallet(address: string): Promise<Wallet | null> {
  const supabase = await createViewerSupabase();
  const { data, error, status } = await supabase
    .from('live_wallets')
    .select(columns)
    .eq('address', address)
    .eq('chain', environment().chain)
    .limit(1);
  if (error) throw errorOfRead('A wallet could not be read', { error, status });
  return Rows.parse(data)[0] ?? null;
}

/** Moves each distinct icon of up to 12 kB into a list, since many wallets share one, and replaces it by its index. */
export function shareIcons(wallets: Wallet[]): { wallets: Wallet[]; icons: string[] } {
  const icons = [...new Set(wallets.map(({ icon }) => icon).filter((icon) => typeof icon === 'string'))];
  const numbered = wallets.map((wallet) =>
    typeof wallet.icon === 'string' ? { ...wallet, icon: icons.indexOf(wallet.icon) } : wallet,
  );
  return { wallets: numbered, icons };
}
