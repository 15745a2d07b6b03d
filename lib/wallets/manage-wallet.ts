import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { arePasskeysOffered } from '../auth/passkey/offered-passkeys.ts';
import type { Viewer } from '../auth/session/viewer.ts';
import { flushOutbox } from '../mail/drain-notices.ts';
import { type Failure, fail } from '../result.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';
import { createViewerSupabase } from '../supabase/viewer-client.ts';

/** Who changes which wallet, from what device. */
export type WalletChange = { viewer: Viewer; walletId: string; device: string | null };

/** What each change says of the wallet. */
const ofWallet = ({ walletId, device }: WalletChange) => ({ p_wallet_id: walletId, p_device: device });

/** Each refuses a wallet that is somebody else's, removed or unknown alike, and a session that was ended. */
type Changed = Promise<{ ok: true } | Failure>;

/** @param label null takes the name away. */
export async function labelWallet(change: WalletChange & { label: string | null }): Changed {
  const parameters = { ...ofWallet(change), p_label: change.label };
  return tell(await callAsViewer(change.viewer, 'label_wallet', parameters));
}

export async function makeWalletPrimary(change: WalletChange): Changed {
  return tell(await callAsViewer(change.viewer, 'make_wallet_primary', ofWallet(change)));
}

/** Shows the standing proof of this wallet to anybody, or to nobody. */
export async function publishWallet(change: WalletChange & { isPublic: boolean }): Changed {
  const parameters = { ...ofWallet(change), p_is_public: change.isPublic };
  return tell(await callAsViewer(change.viewer, 'publish_wallet', parameters));
}

/**
 * Ends the wallet on this account; its proof ends with it, and the history stays.
 * @returns `wallet.last_sign_in_method` where nothing else signs in.
 */
export async function removeWallet(change: WalletChange): Changed {
  if (await isAloneBesidePasskeys(change)) return fail('wallet.last_sign_in_method');
  return tell(await callAsViewer(change.viewer, 'remove_wallet', ofWallet(change)));
}

const Ways = z.object({
  email: z.string(),
  passkeys: z.number(),
  identities: z.array(z.object({ provider: z.string(), subject: z.string() })),
});

/**
 * Whether nothing but passkeys would be left, while they sign nobody in: the database counts them, and doesn't know that the
 * project has switched them off.
 */
async function isAloneBesidePasskeys({ viewer, walletId }: WalletChange): Promise<boolean> {
  if (await arePasskeysOffered()) return false;
  const described = await callAsViewer(viewer, 'describe_sign_in_methods');
  // What it refuses, the change itself refuses in its own words.
  if (!described.ok) return false;
  const { email, passkeys, identities } = Ways.parse(described.rows);
  if (passkeys === 0 || email !== '') return false;
  const supabase = await createViewerSupabase();
  const { data } = await supabase.from('live_wallets').select('address').eq('id', walletId).maybeSingle();
  const others = identities.filter(({ subject }) => subject !== `web3:solana:${data?.address}`);
  return data !== null && others.length === 0;
}

function tell(changed: { ok: true } | Failure): { ok: true } | Failure {
  if (changed.ok) after(flushOutbox);
  return changed;
}
