'use server';

import { chooseNewPassword, requestPasswordReset, resetCodePath } from '@/lib/auth/sign-in/reset-password';
import { signInWithCode } from '@/lib/auth/sign-in/sign-in-by-email';
import { action } from '@/lib/forms/action';
import { ChangePassword, EnterCode, MailRequest } from '@/lib/forms/auth-schemas';

export const requestPasswordResetAction = action(MailRequest, async (asked) => {
  const sent = await requestPasswordReset(asked);
  return sent.ok ? { ok: true, redirectTo: resetCodePath(asked.next) } : sent;
});
export const resendPasswordResetAction = action(MailRequest, requestPasswordReset);
export const enterResetCodeAction = action(EnterCode, ({ email, code, next }) =>
  signInWithCode({ email, code, next, type: 'recovery' }),
);
export const chooseNewPasswordAction = action(ChangePassword, ({ password }) => chooseNewPassword(password));
