'use server';

import { action } from '@/lib/action';
import { chooseNewPassword, requestPasswordReset } from '@/lib/auth/reset-password';
import { ChangePassword, MailRequest } from '@/lib/auth/schemas';
import type { FormState } from '@/lib/form-state';

const request = action(MailRequest, ({ email }) => requestPasswordReset(email));
const choose = action(ChangePassword, ({ password }) => chooseNewPassword(password));

export async function requestPasswordResetAction(previous: FormState, form: FormData): Promise<FormState> {
  return request(previous, form);
}

export async function chooseNewPasswordAction(previous: FormState, form: FormData): Promise<FormState> {
  return choose(previous, form);
}
