/** Key under which the wallet provider remembers the connected wallet's name until it is disconnected. */
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

/** Forgets it, so that the next account in this browser need not see it. Does nothing where storage is blocked. */
export function forgetRememberedWallet(): void {
  if (hasRememberedWallet()) localStorage.removeItem(rememberedWalletKey);
}

/** Set in the page's address while the dialog is open and someone has left for a wallet's app: see `keepStep`. */
export const keptStepParameter = 'connect';

/** True when the dialog was open when this page was last here, or in the browser that opened the wallet's app. */
export function isStepKept(): boolean {
  return location.search.includes(`${keptStepParameter}=`);
}
