'use server';

import { ChangePassword, EnterCode, MailRequest } from '@/lib/auth/flow/schemas';
import { chooseNewPassword, requestPasswordReset, resetCodePath } from '@/lib/auth/sign-in/reset-password';
import { signInWithCode } from '@/lib/auth/sign-in/sign-in-by-email';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const request = action(MailRequest, async ({ email, next }) => {
  const sent = await requestPasswordReset(email);
  return sent.ok ? { ok: true, redirectTo: resetCodePath(next) } : sent;
});
const resend = action(MailRequest, ({ email }) => requestPasswordReset(email));
const enterCode = action(EnterCode, ({ email, code, next }) =>
  signInWithCode({ email, code, next, type: 'recovery' }),
);
const choose = action(ChangePassword, ({ password }) => chooseNewPassword(password));

export async function requestPasswordResetAction(previous: FormState, form: FormData): Promise<FormState> {
  return request(previous, form);
}

export async function resendPasswordResetAction(previous: FormState, form: FormData): Promise<FormState> {
  return resend(previous, form);
}

export async function enterResetCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return enterCode(previous, form);
}

export async function chooseNewPasswordAction(previous: FormState, form: FormData): Promise<FormState> {
  return choose(previous, form);
}
