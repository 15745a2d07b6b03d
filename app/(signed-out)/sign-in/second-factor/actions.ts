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
import type { FormState } from '@/lib/forms/form-state';

const enterCode = action(EnterFactorCode, ({ code }) => signInWithMfa(code));
const enterRecoveryCode = action(EnterRecoveryCode, ({ recoveryCode }) =>
  signInWithRecoveryCode(recoveryCode),
);
const mailCode = action(Nothing, mailWayPastCode);
const removeForeign = action(RemoveForeignAuthenticators, removeForeignAuthenticators);
const cancel = action(Nothing, async () => {
  await cancelMfa();
  return { ok: true, redirectTo: '/sign-in' };
});

export async function enterFactorCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return enterCode(previous, form);
}

export async function enterRecoveryCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return enterRecoveryCode(previous, form);
}

export async function mailWayPastCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return mailCode(previous, form);
}

export async function removeForeignAuthenticatorsAction(
  previous: FormState,
  form: FormData,
): Promise<FormState> {
  return removeForeign(previous, form);
}

export async function cancelSecondStepAction(previous: FormState, form: FormData): Promise<FormState> {
  return cancel(previous, form);
}
