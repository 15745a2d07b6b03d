'use server';

import { action } from '@/lib/action';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { ConfirmCode, MailRequest, SignUp } from '@/lib/auth/schemas';
import { confirmWithCode, resendConfirmation, signUp } from '@/lib/auth/sign-up';
import type { FormState } from '@/lib/form-state';

const create = action(SignUp, async (account) => {
  const result = await signUp(account);
  if (!result.ok) return result;
  return result.signedIn ? { ok: true, redirectTo: safeRedirect(account.next) } : { ok: true };
});

const confirm = action(ConfirmCode, async ({ email, code, next }) => {
  const result = await confirmWithCode(email, code);
  return result.ok ? { ok: true, redirectTo: safeRedirect(next) } : result;
});

const resend = action(MailRequest, ({ email, next }) => resendConfirmation(email, next));

export async function signUpAction(previous: FormState, form: FormData): Promise<FormState> {
  return create(previous, form);
}

export async function confirmWithCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return confirm(previous, form);
}

export async function resendConfirmationAction(previous: FormState, form: FormData): Promise<FormState> {
  return resend(previous, form);
}
