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

/** Describes this site on the phone. */
type Site = { siteName: string; siteIcon?: string };
/** `chain` is like `solana:mainnet`. */
export type OfferedMobile = Site & { connection: MobileConnection; chain: `solana:${string}` };

export async function readOfferedWallets(): Promise<OfferedWallets> {
  const { embedded, chain, mwaReflector, branding, pictures } = environment();
  const icon = pictures.icon && { siteIcon: pictures.icon.address.slice(1) };
  const connection = chooseMobileConnection((await headers()).get('user-agent'), mwaReflector);
  return {
    demoWallet: embedded,
    mobile: connection ? { connection, chain, siteName: branding.siteName, ...icon } : null,
  };
}
