import 'server-only';
import { headers } from 'next/headers';
import { environment } from '../env.ts';
import { chooseMobileConnection, type MobileConnection } from './mobile-connection.ts';

/** The wallets that this site itself puts into a browser, besides those the browser has. */
export type OfferedWallets = {
  demoWallet: boolean;
  /** Null where there is no way to a wallet on a phone. */
  mobile: OfferedMobile | null;
};

/** How a wallet on a phone is reached, for which chain, like `solana:mainnet`, and the site's name on the phone. */
export type OfferedMobile = { connection: MobileConnection; chain: `solana:${string}`; siteName: string };

export async function readOfferedWallets(): Promise<OfferedWallets> {
  const { embedded, chain, mwaReflector, branding } = environment();
  const connection = chooseMobileConnection((await headers()).get('user-agent'), mwaReflector);
  return {
    demoWallet: embedded,
    mobile: connection ? { connection, chain, siteName: branding.siteName } : null,
  };
}
