import type { MobileWay } from '@/lib/wallets/mobile-way';

/** The wallets that this site itself puts into a browser, besides those the browser has. */
export type OfferedWallets = {
  demoWallet: boolean;
  /** How a wallet on a phone is reached, and for which chain, like `solana:mainnet`; null where there is no way. */
  mobile: { way: MobileWay; chain: `${string}:${string}` } | null;
};

/**
 * Waits for the code of an island and puts the offered wallets there before the island looks for wallets. Of what is not
 * offered, not even the code is fetched.
 */
export async function loadOfferedWallets<Island>(
  { demoWallet, mobile }: OfferedWallets,
  island: Promise<Island>,
): Promise<Island> {
  const [loaded, demo, phone] = await Promise.all([
    island,
    demoWallet ? import('./demo-wallet') : undefined,
    mobile ? import('./mobile/register-mobile-wallet') : undefined,
  ]);
  demo?.registerDemoWallet();
  if (mobile) phone?.registerMobileWallet(mobile.way, mobile.chain);
  return loaded;
}
