'use server';

import { action } from '@/lib/action';
import { confirmMailLink } from '@/lib/auth/mail-link';
import { ConfirmCode, MailLink, MailRequest } from '@/lib/auth/schemas';
import { confirmWithCode, resendConfirmation } from '@/lib/auth/sign-up';
import type { FormState } from '@/lib/form-state';

const confirm = action(MailLink, confirmMailLink);
const enterCode = action(ConfirmCode, ({ email, code, next }) => confirmWithCode(email, code, next));
const resend = action(MailRequest, ({ email, next }) => resendConfirmation(email, next));

export async function confirmMailLinkAction(previous: FormState, form: FormData): Promise<FormState> {
  return confirm(previous, form);
}

export async function confirmWithCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return enterCode(previous, form);
}

export async function resendConfirmationAction(previous: FormState, form: FormData): Promise<FormState> {
  return resend(previous, form);
}
