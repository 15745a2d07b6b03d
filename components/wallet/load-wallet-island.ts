import { loadOfferedWallets, type OfferedWallets } from './load-offered-wallets';
import type { WalletIsland } from './wallet-island';

let loading: Promise<typeof WalletIsland> | undefined;

/** Fetches the island's code and the offered wallets, once. A failed load is forgotten, so that the next call tries again. */
export function loadWalletIsland(offered: OfferedWallets): Promise<typeof WalletIsland> {
  loading ??= loadOfferedWallets(offered, import('./wallet-island')).then(
    ({ WalletIsland }) => WalletIsland,
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
