'use client';

import { useNext } from '@/components/next-param';
import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { issueSignInStatementAction, signInWithWalletAction } from './actions';

type SolanaSignInProps = {
  offered: OfferedWallets;
  /** Whether a wallet that is on no account gets one. */
  opensAccount: boolean;
  /** Under the button. */
  note?: string | undefined;
};

/** Signing in with a wallet. It needs scripts, because wallets do. */
export function SolanaSignIn({ opensAccount, ...props }: SolanaSignInProps) {
  const next = useNext();
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
