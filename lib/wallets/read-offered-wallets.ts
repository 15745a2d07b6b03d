import 'server-only';
import { headers } from 'next/headers';
import { environment } from '../env.ts';
import { chooseMobileConnection, type MobileConnection } from './mobile-connection.ts';

/** The wallets that this site adds to a browser's own. */
export type OfferedWallets = {
  demoWallet: boolean;
  /** Null if no wallet on a phone can be reached. */
  mobile: OfferedMobile | null;
};

/** `chain` is like `solana:mainnet`; the phone shows `siteName`. */
export type OfferedMobile = { connection: MobileConnection; chain: `solana:${string}`; siteName: string };

export async function readOfferedWallets(): Promise<OfferedWallets> {
  const { embedded, chain, mwaReflector, branding } = environment();
  const connection = chooseMobileConnection((await headers()).get('user-agent'), mwaReflector);
  return {
    demoWallet: embedded,
    mobile: connection ? { connection, chain, siteName: branding.siteName } : null,
  };
}
