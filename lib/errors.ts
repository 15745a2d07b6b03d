import { accountErrors } from './errors/account.ts';
import { appErrors } from './errors/app.ts';
import { balanceErrors } from './errors/balance.ts';
import type { CatalogueEntry } from './errors/catalogue-entry.ts';
import { earlyPressErrors } from './errors/early-press.ts';
import { formErrors } from './errors/form.ts';
import { pageErrors } from './errors/page.ts';
import { partUnloadedErrors } from './errors/part-unloaded.ts';
import { passkeyMakingErrors, passkeyUseErrors } from './errors/passkey-ceremony.ts';
import { passkeyStepUpErrors } from './errors/passkey-step-up.ts';
import { proofErrors } from './errors/proof.ts';
import { publicProofErrors } from './errors/public-proof.ts';
import { serverErrors } from './errors/server.ts';
import { captchaErrors, providerErrors, signInErrors, walletSignInErrors } from './errors/sign-in.ts';
import { walletErrors } from './errors/wallet.ts';
import { walletListErrors } from './errors/wallet-list.ts';

/** Every expected failure, by `domain.reason`, never reused; its sentence is only here. Browsers' entries have their own files. */
export const errors = {
  ...balanceErrors,
  ...formErrors,
  ...partUnloadedErrors,
  ...accountErrors,
  ...appErrors,
  ...pageErrors,
  ...captchaErrors,
  ...passkeyUseErrors,
  ...passkeyMakingErrors,
  ...passkeyStepUpErrors,
  ...providerErrors,
  ...publicProofErrors,
  ...walletErrors,
  ...walletListErrors,
  ...walletSignInErrors,
  ...serverErrors,
  ...earlyPressErrors,
  ...signInErrors,
  ...proofErrors,
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errors;

export function isErrorCode(message: string): message is ErrorCode {
  return Object.hasOwn(errors, message);
}
