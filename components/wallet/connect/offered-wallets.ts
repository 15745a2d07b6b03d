import type { MobileWay } from '@/lib/wallets/mobile-way';

/** The wallets that this site itself puts into a browser, besides those the browser has. */
export type OfferedWallets = {
  demoWallet: boolean;
  /** How a wallet on a phone is reached, and for which chain, like `solana:mainnet`; null where there is no way. */
  mobile: { way: MobileWay; chain: `${string}:${string}` } | null;
};
