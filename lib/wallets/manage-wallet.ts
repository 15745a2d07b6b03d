import 'server-only';
import { logError, logWarning } from '../log/log.ts';
import { flushAfter } from '../mail/flush-outbox.ts';
import type { Failure, Result } from '../result.ts';
import { arePasskeysOffered, passkeysOff } from '../session/offered-passkeys.ts';
import type { Viewer } from '../session/viewer.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import type { WalletAppearance } from './wallet-schemas.ts';

export type WalletChange = { viewer: Viewer; walletId: string; device: string | null };

const ofWallet = ({ walletId, device }: WalletChange) => ({ p_wallet_id: walletId, p_device: device });

/** Like all below, refuses an ended session, and another account's, a removed or an unknown wallet alike. @param label null removes it. */
export async function labelWallet(change: WalletChange & { label: string | null }): Promise<Result> {
  const parameters = { ...ofWallet(change), p_label: change.label };
  return flushAfter(await callAsViewer(change.viewer, 'label_wallet', parameters));
}

export async function makeWalletPrimary(change: WalletChange): Promise<Result> {
  return flushAfter(await callAsViewer(change.viewer, 'make_wallet_primary', ofWallet(change)));
}

/** Makes this proof public. @returns `proof.replaced` if the wallet has a newer one. */
export async function publishWallet(change: WalletChange & { proofId: string }): Promise<Result> {
  const parameters = { ...ofWallet(change), p_is_public: true, p_proof_id: change.proofId };
  return flushAfter(await callAsViewer(change.viewer, 'publish_wallet', parameters));
}

/** Makes all proofs of this wallet private. */
export async function unpublishWallet(change: WalletChange): Promise<Result> {
  const parameters = { ...ofWallet(change), p_is_public: false, p_proof_id: null };
  return flushAfter(await callAsViewer(change.viewer, 'publish_wallet', parameters));
}

/** Lists this wallet's public proof on the viewer's page, which turns it on, or unlists it. `page.proof_private`, `page.full`. */
export async function listWallet(change: WalletChange & { isListed: boolean }): Promise<Result> {
  const parameters = { ...ofWallet(change), p_is_listed: change.isListed };
  return flushAfter(await callAsViewer(change.viewer, 'list_wallet', parameters));
}

/** Ends the wallet and its proof on this account. `wallet.last_sign_in_method` if no other method signs in. */
export async function removeWallet(change: WalletChange): Promise<Result> {
  const passkeys = (await arePasskeysOffered()) ? {} : passkeysOff;
  return flushAfter(await callAsViewer(change.viewer, 'remove_wallet', ofWallet(change), passkeys));
}

/** Stores the signing wallet's name and icon for its row. Never throws; the proof doesn't depend on them. */
export async function setAppearance(
  acting: Acting,
  walletId: string,
  appearance: WalletAppearance | undefined,
): Promise<void> {
  if (!appearance) return;
  const kept = await callAsViewer(acting, 'set_wallet_appearance', {
    p_wallet_id: walletId,
    p_name: appearance.name,
    p_icon: appearance.icon && Buffer.from(appearance.icon).toString('base64'),
  }).catch((error): Failure => {
    logError('wallet.look_not_kept', 'The name and icon of a wallet were not saved:', error);
    return { ok: false, code: 'backend.unavailable' };
  });
  if (!kept.ok)
    logWarning('wallet.look_not_kept', `The name and icon of a wallet were not saved: ${kept.code}`);
}
