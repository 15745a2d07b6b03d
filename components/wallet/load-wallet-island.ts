import type { WalletIsland } from './wallet-island';

let loading: Promise<typeof WalletIsland> | undefined;

/**
 * Fetches the island's code, once. With `withDemoWallet` the demo wallet is there before the island looks for
 * wallets; without, not even its code is fetched. A failed load is forgotten, so that the next call tries again.
 */
export function loadWalletIsland(withDemoWallet: boolean): Promise<typeof WalletIsland> {
  loading ??= fetchIsland(withDemoWallet).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchIsland(withDemoWallet: boolean): Promise<typeof WalletIsland> {
  const [island, demo] = await Promise.all([
    import('./wallet-island'),
    withDemoWallet ? import('./demo-wallet') : undefined,
  ]);
  demo?.registerDemoWallet();
  return island.WalletIsland;
}
