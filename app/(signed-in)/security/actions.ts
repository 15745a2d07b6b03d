'use server';

import { revalidatePath } from 'next/cache';
import { pathAfter } from '@/app/(signed-in)/done-messages';
import { endOneSession, endOtherSessionsOfViewer } from '@/lib/auth/account/end-sessions';
import { cancelEnrollment, finishEnrollment, startEnrollment } from '@/lib/auth/account/enroll-authenticator';
import { keepUnannouncedMethod } from '@/lib/auth/account/known-methods';
import { removeAuthenticator, removeLostAuthenticators } from '@/lib/auth/account/remove-authenticator';
import { changePassword } from '@/lib/auth/account/set-password';
import { lostAuthenticatorPath } from '@/lib/auth/step-up/describe-step-up';
import { action } from '@/lib/forms/action';
import {
  AuthenticatorReference,
  ChangePasswordByCode,
  EnterFactorCode,
  GoNext,
  Nothing,
  SessionReference,
  SignInMethodReference,
} from '@/lib/forms/auth-schemas';
import { withNext } from '@/lib/http/with-next';
import type { Result } from '@/lib/result';

export const startEnrollmentAction = action(Nothing, startEnrollment);
export const finishEnrollmentAction = action(EnterFactorCode, ({ code }) => finishEnrollment(code));
export const cancelEnrollmentAction = action(Nothing, cancelEnrollment);
export const removeLostAuthenticatorsAction = action(GoNext, async ({ next }) => {
  const result = await removeLostAuthenticators();
  return result.ok ? { ok: true, redirectTo: withNext(lostAuthenticatorPath, next) } : result;
});
export const removeAuthenticatorAction = action(AuthenticatorReference, async ({ factorId }) =>
  redirectIfOk('authenticator-removed', await removeAuthenticator(factorId)),
);
export const endSessionAction = action(SessionReference, async ({ sessionId }) =>
  redirectIfOk('session-ended', await endOneSession(sessionId)),
);
export const changePasswordAction = action(ChangePasswordByCode, async ({ password, code }) => {
  const result = await changePassword(password, code);
  // Shows that the account has a password now, and no other session.
  if (result.ok) revalidatePath('/security');
  return result;
});
export const keepUnannouncedMethodAction = action(SignInMethodReference, async ({ id }) =>
  redirectIfOk('method-kept', await keepUnannouncedMethod(id)),
);
export const endOtherSessionsAction = action(Nothing, async () =>
  redirectIfOk('sessions-ended', await endOtherSessionsOfViewer()),
);

/** Redirects, so that the page confirms the change together with its result. */
function redirectIfOk(done: Parameters<typeof pathAfter<'/security'>>[1], result: Result) {
  return result.ok ? { ok: true as const, redirectTo: pathAfter('/security', done) } : result;
}
