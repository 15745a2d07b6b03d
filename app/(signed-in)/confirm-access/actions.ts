'use server';

import { ConfirmByPasskey } from '@/lib/auth/passkey/passkey-schemas';
import {
  confirmByAuthenticator,
  confirmByCode,
  confirmByPasskey,
  confirmByPassword,
  confirmByWallet,
  issueStepUpStatement,
  mailStepUpCode,
  startPasskeyStepUp,
} from '@/lib/auth/step-up/confirm-it-is-you';
import { describeStepUp } from '@/lib/auth/step-up/describe-step-up';
import { action, callable } from '@/lib/forms/action';
import { ConfirmByCode, ConfirmByPassword, MailStepUpCode, Nothing } from '@/lib/forms/auth-schemas';
import { StepUpStatementRequest, WalletSignIn } from '@/lib/wallets/wallet-schemas';

export const confirmByPasswordAction = action(ConfirmByPassword, confirmByPassword);
export const confirmByCodeAction = action(ConfirmByCode, confirmByCode);
export const confirmByAuthenticatorAction = action(ConfirmByCode, confirmByAuthenticator);
export const mailStepUpCodeAction = action(MailStepUpCode, mailStepUpCode);

export const describeStepUpAction = callable(Nothing, describeStepUp);

export const issueStepUpStatementAction = callable(StepUpStatementRequest, issueStepUpStatement);
export const confirmByWalletAction = callable(WalletSignIn, confirmByWallet);

export const startPasskeyStepUpAction = callable(Nothing, startPasskeyStepUp);
export const confirmByPasskeyAction = callable(ConfirmByPasskey, confirmByPasskey, { redirects: true });
