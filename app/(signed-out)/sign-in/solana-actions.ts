'use server';

import { signInWithWallet } from '@/lib/auth/sign-in/sign-in-with-solana';
import { issueSignInStatement } from '@/lib/auth/sign-in/solana-statement';
import { callable } from '@/lib/forms/action';
import { SignInStatementRequest, WalletSignIn } from '@/lib/wallets/schemas';

export const issueSignInStatementAction = callable(SignInStatementRequest, issueSignInStatement);
export const signInWithWalletAction = callable(WalletSignIn, signInWithWallet);
