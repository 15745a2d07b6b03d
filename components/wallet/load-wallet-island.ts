import type { OfferedWallets } from './connect/offered-wallets';
import type { WalletIsland } from './wallet-island';

let loading: Promise<typeof WalletIsland> | undefined;

/** Fetches the island's code and the offered wallets, once. A failed load is forgotten, so that the next call tries again. */
export function loadWalletIsland(offered: OfferedWallets): Promise<typeof WalletIsland> {
  loading ??= fetchIsland(offered).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchIsland(offered: OfferedWallets): Promise<typeof WalletIsland> {
  const { WalletIsland, offerWallets } = await import('./wallet-island');
  await offerWallets(offered);
  return WalletIsland;
}
