'use server';

import { confirmByWallet, issueStepUpStatement } from '@/lib/auth/step-up/step-up-by-wallet';
import { callable } from '@/lib/forms/action';
import { SignInStatementRequest, WalletSignIn } from '@/lib/wallets/schemas';

const issue = callable(SignInStatementRequest, issueStepUpStatement);
const confirm = callable(WalletSignIn, confirmByWallet);

export async function issuePresenceStatementAction(input: unknown) {
  return issue(input);
}

export async function confirmByWalletAction(input: unknown) {
  return confirm(input);
}
