'use server';

import { revalidatePath } from 'next/cache';
import { endOneSession } from '@/lib/auth/account/end-one-session';
import { endOtherSessionsOfViewer } from '@/lib/auth/account/end-other-sessions';
import { keepForeignMethod } from '@/lib/auth/account/foreign-methods';
import { removeAuthenticator } from '@/lib/auth/account/remove-authenticator';
import { changePassword } from '@/lib/auth/account/set-password';
import {
  AuthenticatorReference,
  ChangePasswordByCode,
  KeepForeignMethod,
  Nothing,
  SessionReference,
} from '@/lib/auth/flow/schemas';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';
import type { Failure } from '@/lib/result';
import { securityPathAfter } from './security-news';

const remove = action(AuthenticatorReference, async ({ factorId }) =>
  tell('authenticator-removed', await removeAuthenticator(factorId)),
);
const endOne = action(SessionReference, async ({ sessionId }) =>
  tell('session-ended', await endOneSession(sessionId)),
);
const setPassword = action(ChangePasswordByCode, async ({ password, code }) => {
  const result = await changePassword(password, code);
  // Draws the page again: there is a password now, and no other session.
  if (result.ok) revalidatePath('/security');
  return result;
});
const keep = action(KeepForeignMethod, async ({ id }) => tell('means-kept', await keepForeignMethod(id)));
const endOthers = action(Nothing, async () => tell('sessions-ended', await endOtherSessionsOfViewer()));

export async function removeAuthenticatorAction(previous: FormState, form: FormData): Promise<FormState> {
  return remove(previous, form);
}

export async function changePasswordAction(previous: FormState, form: FormData): Promise<FormState> {
  return setPassword(previous, form);
}

export async function keepMeansAction(previous: FormState, form: FormData): Promise<FormState> {
  return keep(previous, form);
}

export async function endSessionAction(previous: FormState, form: FormData): Promise<FormState> {
  return endOne(previous, form);
}

export async function endOtherSessionsAction(previous: FormState, form: FormData): Promise<FormState> {
  return endOthers(previous, form);
}

/** The page says what was done once it shows that it is. */
function tell(news: Parameters<typeof securityPathAfter>[0], result: { ok: true } | Failure) {
  return result.ok ? { ok: true as const, redirectTo: securityPathAfter(news) } : result;
}
