import 'server-only';
import { after } from 'next/server';
import type { Viewer } from '../auth/session/viewer.ts';
import { drainNotices } from '../mail/drain-notices.ts';
import type { Failure } from '../result.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';

/** Who changes which wallet, from what device. */
export type WalletChange = { viewer: Viewer; walletId: string; device: string | null };

async function call(
  name: string,
  { viewer, walletId, device }: WalletChange,
  more: Record<string, unknown> = {},
): Changed {
  const changed = await callAsViewer<null>(viewer, name, {
    p_wallet_id: walletId,
    p_device: device,
    ...more,
  });
  if (changed.ok) after(drainNotices);
  return changed;
}

/** Each refuses a wallet that is somebody else's, removed or unknown alike, and a session that was ended. */
type Changed = Promise<{ ok: true } | Failure>;

/** @param label null takes the name away. */
export async function labelWallet(change: WalletChange & { label: string | null }): Changed {
  return call('label_wallet', change, { p_label: change.label });
}

export async function makeWalletPrimary(change: WalletChange): Changed {
  return call('make_wallet_primary', change);
}

/** Shows the standing proof of this wallet to anybody, or to nobody. */
export async function publishWallet(change: WalletChange & { isPublic: boolean }): Changed {
  return call('publish_wallet', change, { p_is_public: change.isPublic });
}

/** Ends the wallet on this account; its proof ends with it, and the history stays. */
export async function removeWallet(change: WalletChange): Changed {
  return call('remove_wallet', change);
}
