'use server';

import { revalidatePath } from 'next/cache';
import { askForEmail } from '@/lib/auth/account/change-email';
import { confirmEmailChangeByCode } from '@/lib/auth/account/confirm-email-change';
import { setDisplayName } from '@/lib/auth/account/display-name';
import { removeSignInMethod } from '@/lib/auth/account/remove-sign-in-method';
import {
  ChangeEmail,
  ConfirmChange,
  DisplayName,
  RemoveSignInMethod,
  StartOAuth,
} from '@/lib/auth/flow/schemas';
import { startOAuthLink } from '@/lib/auth/sign-in/start-oauth';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const rename = action(DisplayName, ({ name }) => shown(setDisplayName(name)));
const changeEmail = action(ChangeEmail, ({ email }) => shown(askForEmail(email)));
const confirmChange = action(ConfirmChange, ({ code }) => shown(confirmEmailChangeByCode(code)));
const add = action(StartOAuth, ({ provider }) => startOAuthLink(provider));
const remove = action(RemoveSignInMethod, ({ id }) => shown(removeSignInMethod(id)));

/** Draws the page again with what has changed. */
async function shown<Result extends { ok: boolean }>(change: Promise<Result>): Promise<Result> {
  const result = await change;
  if (result.ok) revalidatePath('/account');
  return result;
}

export async function setDisplayNameAction(previous: FormState, form: FormData): Promise<FormState> {
  return rename(previous, form);
}

export async function changeEmailAction(previous: FormState, form: FormData): Promise<FormState> {
  return changeEmail(previous, form);
}

export async function confirmEmailChangeAction(previous: FormState, form: FormData): Promise<FormState> {
  return confirmChange(previous, form);
}

export async function addProviderAction(previous: FormState, form: FormData): Promise<FormState> {
  return add(previous, form);
}

export async function removeWayInAction(previous: FormState, form: FormData): Promise<FormState> {
  return remove(previous, form);
}
