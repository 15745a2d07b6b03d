import 'server-only';
import { logError, logWarning } from '../log/log.ts';
import type { Failure } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import type { WalletAppearance } from './wallet-schemas.ts';

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
    logError('wallet.look_not_kept', 'The look of a wallet could not be kept:', error);
    return { ok: false, code: 'backend.unavailable' };
  });
  if (!kept.ok) logWarning('wallet.look_not_kept', `The look of a wallet was not kept: ${kept.code}`);
}
