'use server';

import { EnterCode, MailRequest, SignIn } from '@/lib/auth/flow/schemas';
import { signInWithPassword } from '@/lib/auth/sign-in/sign-in';
import { signInWithCode } from '@/lib/auth/sign-in/sign-in-by-email';
import { goOnWithCode, goOnWithEmail, sendSignInCode } from '@/lib/auth/sign-in/sign-in-steps';
import { action } from '@/lib/forms/action';

export const goOnWithEmailAction = action(MailRequest, goOnWithEmail);
export const goOnWithCodeAction = action(MailRequest, goOnWithCode);
export const resendCodeAction = action(MailRequest, sendSignInCode);
export const signInWithPasswordAction = action(SignIn, signInWithPassword);
export const signInWithCodeAction = action(EnterCode, ({ email, code, next }) =>
  signInWithCode({ email, code, next, type: 'email' }),
);
