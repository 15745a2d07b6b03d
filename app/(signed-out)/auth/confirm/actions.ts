'use server';

import { EnterCode, MailLink, MailRequest } from '@/lib/auth/flow/schemas';
import { signInWithCode, signInWithLink } from '@/lib/auth/sign-in/sign-in-by-email';
import { resendConfirmation } from '@/lib/auth/sign-in/sign-up';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const confirm = action(MailLink, signInWithLink);
const enterCode = action(EnterCode, ({ email, code, next }) =>
  signInWithCode({ email, code, next, type: 'email' }),
);
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
