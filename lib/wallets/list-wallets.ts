import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import type { Result } from '../result.ts';
import { createViewerSupabase } from '../session/request-session.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { errorOfRead } from '../supabase/rest.ts';
import type { WalletView } from './wallet-view.ts';

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

/** As in `list_wallets`. */
export const walletsPerPage = 50;

const Listed = z.object({ account: z.unknown(), found: z.number(), total: z.number(), wallets: Rows });

/** @param page counts from 1. @returns `found`: matches on all pages, or 0 past the last of a search or another order; `total`: all. Refuses as every read of a session does. */
export async function listWallets(
  acting: Acting,
  page: number,
  { search, order }: WalletView,
): Promise<Result<z.infer<typeof Listed>>> {
  const parameters = { p_chain: environment().chain, p_search: search, p_order: order, p_page: page };
  const listed = await callAsViewer(acting, 'list_wallets', parameters);
  return listed.ok ? { ok: true, ...Listed.parse(listed.rows) } : listed;
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
