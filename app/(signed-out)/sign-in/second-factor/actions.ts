'use server';

import {
  EnterFactorCode,
  EnterRecoveryCode,
  Nothing,
  RemoveForeignAuthenticators,
} from '@/lib/auth/flow/schemas';
import { mailWayPastCode, removeForeignAuthenticators } from '@/lib/auth/sign-in/foreign-authenticator';
import { cancelMfa, signInWithMfa } from '@/lib/auth/sign-in/sign-in-with-mfa';
import { signInWithRecoveryCode } from '@/lib/auth/sign-in/sign-in-with-recovery-code';
import { action } from '@/lib/forms/action';

export const enterFactorCodeAction = action(EnterFactorCode, ({ code }) => signInWithMfa(code));
export const enterRecoveryCodeAction = action(EnterRecoveryCode, ({ recoveryCode }) =>
  signInWithRecoveryCode(recoveryCode),
);
export const mailWayPastCodeAction = action(Nothing, mailWayPastCode);
export const removeForeignAuthenticatorsAction = action(
  RemoveForeignAuthenticators,
  removeForeignAuthenticators,
);
export const cancelMfaAction = action(Nothing, async () => {
  await cancelMfa();
  return { ok: true, redirectTo: '/sign-in' };
});
