'use server';

import { action } from '@/lib/action';
import { deleteAccount } from '@/lib/auth/account/delete-account';
import { actingViewer } from '@/lib/auth/session/viewer';
import { DeleteAccount } from '@/lib/auth/sign-in/schemas';
import type { FormState } from '@/lib/form-state';

const remove = action(DeleteAccount, async ({ confirmation }) => {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const deleted = await deleteAccount({ viewer: acting.viewer, confirmation });
  if (!deleted.ok) return deleted;
  return {
    ok: true,
    redirectTo: `/sign-in?notice=${deleted.finished ? 'account-deleted' : 'account-closed'}`,
  };
});

export async function deleteAccountAction(previous: FormState, form: FormData): Promise<FormState> {
  return remove(previous, form);
}
