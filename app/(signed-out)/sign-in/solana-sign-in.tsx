'use client';

import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import { issueSignInStatementAction, signInWithWalletAction } from './solana-actions';

type SolanaSignInProps = {
  next: string | undefined;
  demoWallet: boolean;
  /** Whether a wallet that is on no account gets one. */
  opensAccount: boolean;
  /** Under the button. */
  note?: string | undefined;
};

const actions = { issueStatement: issueSignInStatementAction, signIn: signInWithWalletAction };

/** The way in by a wallet. It needs scripts, because wallets do. */
export function SolanaSignIn(props: SolanaSignInProps) {
  return <SignInWithWallet actions={actions} {...props} />;
}
