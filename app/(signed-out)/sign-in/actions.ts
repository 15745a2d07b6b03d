'use server';

import { SignInWithPasskey } from '@/lib/auth/passkey/passkey-schemas';
import {
  continueWithCode,
  continueWithEmail,
  pollSignIn,
  sendSignInCode,
  signInWithCode,
} from '@/lib/auth/sign-in/sign-in-by-email';
import { signInWithPasskey } from '@/lib/auth/sign-in/sign-in-with-passkey';
import { signInWithPassword } from '@/lib/auth/sign-in/sign-in-with-password';
import { startOAuthSignIn } from '@/lib/auth/sign-in/sign-in-with-provider';
import { signInWithSolana } from '@/lib/auth/sign-in/sign-in-with-solana';
import { issueSignInStatement } from '@/lib/auth/sign-in/solana-statement';
import { action, callable } from '@/lib/forms/action';
import { BeginSignIn, EnterCode, MailRequest, SignIn, StartOAuth } from '@/lib/forms/auth-schemas';
import { SignInStatementRequest, WalletSignIn } from '@/lib/wallets/wallet-schemas';

export const continueWithEmailAction = action(BeginSignIn, continueWithEmail);
export const resendCodeAction = action(MailRequest, sendSignInCode);
export const signInWithPasswordAction = action(SignIn, (typed) =>
  typed.way === 'code' ? continueWithCode(typed) : signInWithPassword(typed),
);
export const signInWithCodeAction = action(EnterCode, ({ email, code, next }) =>
  signInWithCode({ email, code, next, type: 'email' }),
);

export const startOAuthAction = action(StartOAuth, ({ provider, next }) => startOAuthSignIn(provider, next));

export const issueSignInStatementAction = callable(SignInStatementRequest, issueSignInStatement);
export const signInWithWalletAction = callable(WalletSignIn, signInWithSolana);

export const signInWithPasskeyAction = callable(SignInWithPasskey, signInWithPasskey, { redirects: true });

export const pollSignInAction = callable(MailRequest, pollSignIn);
