import type { MobileWallet } from '@solana-mobile/mobile-wallet-adapter-protocol';

/** An encrypted connection to a wallet app. */
export type MobileSession = {
  wallet: MobileWallet;
  /** Fires with the reason when it is over. */
  ended: AbortSignal;
  close: () => void;
};

/** Opens one. Rejects with a code of the protocol's package, at once when `signal` fires. */
export type OpenMobileSession = (signal: AbortSignal) => Promise<MobileSession>;
