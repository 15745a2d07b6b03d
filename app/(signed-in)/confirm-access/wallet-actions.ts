'use server';

import { confirmByWallet, issueStepUpStatement } from '@/lib/auth/step-up/step-up-by-wallet';
import { callable } from '@/lib/forms/action';
import { SignInStatementRequest, WalletSignIn } from '@/lib/wallets/schemas';

export const issuePresenceStatementAction = callable(SignInStatementRequest, issueStepUpStatement);
export const confirmByWalletAction = callable(WalletSignIn, confirmByWallet);
