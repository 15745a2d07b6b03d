'use server';

import { revalidatePath } from 'next/cache';
import { setDisplayName } from '@/lib/auth/account/account-name';
import { changeEmail } from '@/lib/auth/account/change-email';
import { confirmEmailChangeByCode } from '@/lib/auth/account/confirm-email-change';
import { deleteAccount } from '@/lib/auth/account/delete-account';
import { removeSignInMethod } from '@/lib/auth/account/sign-in-methods';
import { startOAuthLink } from '@/lib/auth/sign-in/sign-in-with-provider';
import { action } from '@/lib/forms/action';
import {
  ChangeEmail,
  ConfirmChange,
  DeleteAccount,
  DisplayName,
  SignInMethodReference,
  StartOAuth,
} from '@/lib/forms/auth-schemas';
import { actingViewer } from '@/lib/session/viewer';
import { changeOwnPage } from '@/lib/wallets/own-page';
import { ChangePage } from '@/lib/wallets/wallet-schemas';

export const setDisplayNameAction = action(DisplayName, ({ name }) => shown(setDisplayName(name)));
export const changeEmailAction = action(ChangeEmail, ({ email }) => shown(changeEmail(email)));
export const confirmEmailChangeAction = action(ConfirmChange, ({ code }) =>
  shown(confirmEmailChangeByCode(code)),
);
export const addProviderAction = action(StartOAuth, ({ provider }) => startOAuthLink(provider));
export const removeSignInMethodAction = action(SignInMethodReference, ({ id }) =>
  shown(removeSignInMethod(id)),
);

export const changePageAction = action(ChangePage, async (change) => {
  const acting = await actingViewer();
  return acting.ok ? shown(changeOwnPage(acting.viewer, change)) : acting;
});

async function shown<Result extends { ok: boolean }>(change: Promise<Result>): Promise<Result> {
  const result = await change;
  if (result.ok) revalidatePath('/account');
  return result;
}

export const deleteAccountAction = action(DeleteAccount, async ({ confirmation }) => {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const deleted = await deleteAccount({ viewer: acting.viewer, confirmation });
  if (!deleted.ok) return deleted;
  return {
    ok: true,
    redirectTo: `/sign-in?notice=${deleted.finished ? 'account-deleted' : 'account-closed'}`,
  };
});
