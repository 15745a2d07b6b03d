'use client';

import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { issueSignInStatementAction, signInWithWalletAction } from './solana-actions';

type SolanaSignInProps = {
  next: string | undefined;
  offered: OfferedWallets;
  /** Whether a wallet that is on no account gets one. */
  opensAccount: boolean;
  /** Under the button. */
  note?: string | undefined;
};

/** The way in by a wallet. It needs scripts, because wallets do. */
export function SolanaSignIn({ next, opensAccount, ...props }: SolanaSignInProps) {
  return (
    <SignInWithWallet
      label="Sign in with Solana"
      purpose={opensAccount ? 'sign-in-or-up' : 'sign-in'}
      actions={{
        issueStatement: issueSignInStatementAction,
        submitSignature: (signed) => signInWithWalletAction({ ...signed, next }),
      }}
      {...props}
    />
  );
}
