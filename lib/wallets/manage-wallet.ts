import 'server-only';
import { after } from 'next/server';
import { flushOutbox } from '../mail/flush-outbox.ts';
import type { Result } from '../result.ts';
import { arePasskeysOffered, passkeysOff } from '../session/offered-passkeys.ts';
import type { Viewer } from '../session/viewer.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';

export type WalletChange = { viewer: Viewer; walletId: string; device: string | null };

const ofWallet = ({ walletId, device }: WalletChange) => ({ p_wallet_id: walletId, p_device: device });

/** Like all below, refuses an ended session, and another account's, a removed or an unknown wallet alike. @param label null removes it. */
export async function labelWallet(change: WalletChange & { label: string | null }): Promise<Result> {
  const parameters = { ...ofWallet(change), p_label: change.label };
  return flushNotices(await callAsViewer(change.viewer, 'label_wallet', parameters));
}

export async function makeWalletPrimary(change: WalletChange): Promise<Result> {
  return flushNotices(await callAsViewer(change.viewer, 'make_wallet_primary', ofWallet(change)));
}

/** Makes this proof public. @returns `proof.replaced` if the wallet has a newer one. */
export async function publishWallet(change: WalletChange & { proofId: string }): Promise<Result> {
  const parameters = { ...ofWallet(change), p_is_public: true, p_proof_id: change.proofId };
  return flushNotices(await callAsViewer(change.viewer, 'publish_wallet', parameters));
}

/** Makes all proofs of this wallet private. */
export async function unpublishWallet(change: WalletChange): Promise<Result> {
  const parameters = { ...ofWallet(change), p_is_public: false, p_proof_id: null };
  return flushNotices(await callAsViewer(change.viewer, 'publish_wallet', parameters));
}

/** Ends the wallet and its proof on this account. `wallet.last_sign_in_method` if no other method signs in. */
export async function removeWallet(change: WalletChange): Promise<Result> {
  return flushNotices(
    await callAsViewer(
      change.viewer,
      'remove_wallet',
      ofWallet(change),
      (await arePasskeysOffered()) ? {} : passkeysOff,
    ),
  );
}

function flushNotices(changed: Result): Result {
  if (changed.ok) after(flushOutbox);
  return changed;
}
