'use client';

import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';

type SolanaSignInProps = {
  offered: OfferedWallets;
  /** Whether a wallet that is on no account gets one. */
  opensAccount: boolean;
  /** Under the button. */
  note?: string | undefined;
};

/** Signing in with a wallet. It needs scripts, because wallets do. */
export function SolanaSignIn({ opensAccount, ...props }: SolanaSignInProps) {
  return (
    <SignInWithWallet
      label="Sign in with Solana"
      fetchCode={() => import('./solana-island')}
      islandProps={{ opensAccount }}
      {...props}
    />
  );
}
