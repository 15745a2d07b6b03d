'use server';

import {
  mailAuthenticatorRecoveryCode,
  removeExternalAuthenticators,
} from '@/lib/auth/sign-in/external-authenticator';
import { readPendingMfa } from '@/lib/auth/sign-in/finish-sign-in';
import { cancelMfa, signInWithMfa, signInWithRecoveryCode } from '@/lib/auth/sign-in/sign-in-with-mfa';
import { action } from '@/lib/forms/action';
import {
  EnterFactorCode,
  EnterRecoveryCode,
  Nothing,
  RemoveExternalAuthenticators,
} from '@/lib/forms/auth-schemas';
import { withNext } from '@/lib/http/with-next';

export const enterFactorCodeAction = action(EnterFactorCode, ({ code }) => signInWithMfa(code));
export const enterRecoveryCodeAction = action(EnterRecoveryCode, ({ recoveryCode }) =>
  signInWithRecoveryCode(recoveryCode),
);
export const mailAuthenticatorRecoveryCodeAction = action(Nothing, mailAuthenticatorRecoveryCode);
export const removeExternalAuthenticatorsAction = action(
  RemoveExternalAuthenticators,
  removeExternalAuthenticators,
);
export const cancelMfaAction = action(Nothing, async () => {
  const next = (await readPendingMfa())?.next;
  await cancelMfa();
  return { ok: true, redirectTo: withNext('/sign-in', next) };
});
