import { accountErrors } from './errors/account.ts';
import { appErrors } from './errors/app.ts';
import { balanceErrors } from './errors/balance.ts';
import { captchaErrors } from './errors/captcha.ts';
import type { CatalogueEntry } from './errors/catalogue-entry.ts';
import { earlyPressErrors } from './errors/early-press.ts';
import { formErrors } from './errors/form.ts';
import { operatorErrors } from './errors/operator.ts';
import { pageErrors } from './errors/page.ts';
import { partUnloadedErrors } from './errors/part-unloaded.ts';
import { passkeyErrors } from './errors/passkey.ts';
import { passkeyMakingErrors, passkeyUseErrors } from './errors/passkey-ceremony.ts';
import { passkeyStepUpErrors } from './errors/passkey-step-up.ts';
import { proofErrors } from './errors/proof.ts';
import { providerErrors } from './errors/provider.ts';
import { publicProofErrors } from './errors/public-proof.ts';
import { secondFactorErrors } from './errors/second-factor.ts';
import { serverErrors } from './errors/server.ts';
import { signInErrors } from './errors/sign-in.ts';
import { signInMethodErrors } from './errors/sign-in-method.ts';
import { stepUpErrors } from './errors/step-up.ts';
import { walletErrors } from './errors/wallet.ts';
import { walletListErrors } from './errors/wallet-list.ts';
import { walletSignInErrors } from './errors/wallet-sign-in.ts';

/** Every expected failure, by `domain.reason`, never reused; its sentence is only here. Browsers' entries have their own files. */
export const errors = {
  ...balanceErrors,
  ...formErrors,
  ...partUnloadedErrors,
  ...accountErrors,
  ...appErrors,
  ...operatorErrors,
  ...pageErrors,
  ...captchaErrors,
  ...passkeyErrors,
  ...passkeyUseErrors,
  ...passkeyMakingErrors,
  ...passkeyStepUpErrors,
  ...stepUpErrors,
  ...providerErrors,
  ...publicProofErrors,
  ...secondFactorErrors,
  ...walletErrors,
  ...walletListErrors,
  ...walletSignInErrors,
  ...signInMethodErrors,
  ...serverErrors,
  ...earlyPressErrors,
  ...signInErrors,
  ...proofErrors,
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errors;
