import type { MobileWallet } from '@solana-mobile/mobile-wallet-adapter-protocol';

/** An encrypted connection to a wallet app. */
export type MobileSession = {
  wallet: MobileWallet;
  /** Aborts with the reason when the session ends. */
  ended: AbortSignal;
  close: () => void;
};

/** Rejects with an error code of the protocol's package; immediately when `signal` fires. */
export type OpenMobileSession = (signal: AbortSignal) => Promise<MobileSession>;
