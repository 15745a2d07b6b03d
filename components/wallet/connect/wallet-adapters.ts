import type { Adapter } from '@solana/wallet-adapter-base';
import {
  CoinbaseWalletAdapter,
  NightlyWalletAdapter,
  PhantomWalletAdapter,
  SolflareWalletAdapter,
  TrustWalletAdapter,
} from '@solana/wallet-adapter-wallets';

/**
 * Wallets to offer to somebody who has none: current ones that run on iOS, Android and as an extension, can sign
 * messages, and are kept up by their makers. Installed wallets need no entry, they announce themselves. Named
 * imports only: importing the whole list costs 70 kB more.
 */
export function createWalletAdapters(): Adapter[] {
  return [
    new PhantomWalletAdapter(),
    new SolflareWalletAdapter(),
    new CoinbaseWalletAdapter(),
    new TrustWalletAdapter(),
    new NightlyWalletAdapter(),
  ];
}
