'use server';

import { signInWithWallet } from '@/lib/auth/sign-in/sign-in-with-solana';
import { issueSignInStatement } from '@/lib/auth/sign-in/solana-statement';
import { callable } from '@/lib/forms/action';
import { SignInStatementRequest, WalletSignIn } from '@/lib/wallets/schemas';

const issue = callable(SignInStatementRequest, issueSignInStatement);
const signIn = callable(WalletSignIn, signInWithWallet);

export async function issueSignInStatementAction(input: unknown) {
  return issue(input);
}

export async function signInWithWalletAction(input: unknown) {
  return signIn(input);
}
