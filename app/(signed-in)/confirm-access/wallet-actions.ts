'use server';

import { callable } from '@/lib/action';
import { confirmByWallet, issuePresenceStatement } from '@/lib/auth/presence/wallet-presence';
import { SignInStatementRequest, WalletSignIn } from '@/lib/wallets/schemas';

const issue = callable(SignInStatementRequest, issuePresenceStatement);
const confirm = callable(WalletSignIn, confirmByWallet);

export async function issuePresenceStatementAction(input: unknown) {
  return issue(input);
}

export async function confirmByWalletAction(input: unknown) {
  return confirm(input);
}
