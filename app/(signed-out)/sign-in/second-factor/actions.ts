'use server';

import { action } from '@/lib/action';
import { signInWithRecoveryCode } from '@/lib/auth/second-step/recovery-codes';
import { cancelSecondStep, signInWithFactorCode } from '@/lib/auth/second-step/second-step';
import { EnterFactorCode, EnterRecoveryCode, Nothing } from '@/lib/auth/sign-in/schemas';
import type { FormState } from '@/lib/form-state';

const enterCode = action(EnterFactorCode, ({ code }) => signInWithFactorCode(code));
const enterRecoveryCode = action(EnterRecoveryCode, ({ recoveryCode }) =>
  signInWithRecoveryCode(recoveryCode),
);
const cancel = action(Nothing, async () => {
  await cancelSecondStep();
  return { ok: true, redirectTo: '/sign-in' };
});

export async function enterFactorCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return enterCode(previous, form);
}

export async function enterRecoveryCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return enterRecoveryCode(previous, form);
}

export async function cancelSecondStepAction(previous: FormState, form: FormData): Promise<FormState> {
  return cancel(previous, form);
}
