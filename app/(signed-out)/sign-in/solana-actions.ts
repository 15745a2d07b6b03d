'use server';

import { callable } from '@/lib/action';
import { signInWithWallet } from '@/lib/auth/wallet/wallet-sign-in';
import { issueSignInStatement } from '@/lib/auth/wallet/wallet-sign-in-statement';
import { SignInStatementRequest, WalletSignIn } from '@/lib/wallets/schemas';

const issue = callable(SignInStatementRequest, issueSignInStatement);
const signIn = callable(WalletSignIn, signInWithWallet);

export async function issueSignInStatementAction(input: unknown) {
  return issue(input);
}

export async function signInWithWalletAction(input: unknown) {
  return signIn(input);
}
