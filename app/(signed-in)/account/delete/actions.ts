'use server';

import { deleteAccount } from '@/lib/auth/account/delete-account';
import { action } from '@/lib/forms/action';
import { DeleteAccount } from '@/lib/forms/auth-schemas';
import { actingViewer } from '@/lib/session/viewer';

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
