/**
 * Where the wallet provider keeps the name of the connected wallet. It is written only after a connection was
 * made and removed when it ends, so its presence means: this browser was connected when it was last here.
 */
export const rememberedWalletKey = 'countersign.wallet';

/** True when a wallet was connected in this browser and never disconnected. False where storage is blocked. */
export function hasRememberedWallet(): boolean {
  try {
    return localStorage.getItem(rememberedWalletKey) !== null;
  } catch {
    // Storage is blocked: then nothing was remembered either.
    return false;
  }
}
