import 'server-only';
import { headers } from 'next/headers';
import { environment } from '../env.ts';
import { chooseMobileWay, type MobileWay } from './mobile-way.ts';

/** The wallets that this site puts into the browser that asks, besides those the browser has. */
export async function readOfferedWallets(): Promise<{
  demoWallet: boolean;
  mobile: { way: MobileWay; chain: `solana:${string}` } | null;
}> {
  const { embedded, chain, mwaReflector } = environment();
  const way = chooseMobileWay((await headers()).get('user-agent'), mwaReflector);
  return { demoWallet: embedded, mobile: way ? { way, chain } : null };
}
