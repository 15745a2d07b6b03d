import 'server-only';
import { headers } from 'next/headers';
import { environment } from '../env.ts';
import { chooseMobileWay, type MobileWay } from './mobile-way.ts';

/** The wallets that this site itself puts into a browser, besides those the browser has. */
export type OfferedWallets = {
  demoWallet: boolean;
  /** How a wallet on a phone is reached, and for which chain, like `solana:mainnet`; null where there is no way. */
  mobile: { way: MobileWay; chain: `solana:${string}` } | null;
};

/** Those for the browser that asks. */
export async function readOfferedWallets(): Promise<OfferedWallets> {
  const { embedded, chain, mwaReflector } = environment();
  const way = chooseMobileWay((await headers()).get('user-agent'), mwaReflector);
  return { demoWallet: embedded, mobile: way ? { way, chain } : null };
}
