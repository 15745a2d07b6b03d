'use server';

import { EnterCode, MailRequest, SignIn } from '@/lib/auth/flow/schemas';
import { signInWithPassword } from '@/lib/auth/sign-in/sign-in';
import { signInWithCode } from '@/lib/auth/sign-in/sign-in-by-email';
import { goOnWithCode, goOnWithEmail, sendSignInCode } from '@/lib/auth/sign-in/sign-in-steps';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const goOn = action(MailRequest, goOnWithEmail);
const goOnToCode = action(MailRequest, goOnWithCode);
const resend = action(MailRequest, sendSignInCode);
const enterPassword = action(SignIn, signInWithPassword);
const enterCode = action(EnterCode, ({ email, code, next }) =>
  signInWithCode({ email, code, next, type: 'email' }),
);

export async function goOnWithEmailAction(previous: FormState, form: FormData): Promise<FormState> {
  return goOn(previous, form);
}

export async function goOnWithCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return goOnToCode(previous, form);
}

export async function resendCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return resend(previous, form);
}

export async function signInWithPasswordAction(previous: FormState, form: FormData): Promise<FormState> {
  return enterPassword(previous, form);
}

export async function signInWithCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return enterCode(previous, form);
}
