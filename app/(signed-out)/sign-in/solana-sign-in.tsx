'use client';

import { useNext } from '@/components/next-param';
import type { OfferedWallets } from '@/components/wallet/connect/offered-wallets';
import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import { issueSignInStatementAction, signInWithWalletAction } from './actions';

type SolanaSignInProps = {
  offered: OfferedWallets;
  /** Whether a wallet that is on no account gets one. */
  opensAccount: boolean;
  /** Under the button. */
  note?: string | undefined;
};

const actions = { issueStatement: issueSignInStatementAction, submit: signInWithWalletAction };

/** Signing in with a wallet. It needs scripts, because wallets do. */
export function SolanaSignIn({ opensAccount, ...props }: SolanaSignInProps) {
  return (
    <SignInWithWallet
      label="Sign in with Solana"
      purpose={opensAccount ? 'sign-in-or-up' : 'sign-in'}
      actions={actions}
      next={useNext()}
      {...props}
    />
  );
}
