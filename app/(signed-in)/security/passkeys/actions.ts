'use server';

import { refresh } from 'next/cache';
import { pathAfter } from '@/app/(signed-in)/done-messages';
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startAddingPasskey,
} from '@/lib/auth/account/change-passkey';
import { AddPasskey, PasskeyReference, RenamePasskey } from '@/lib/auth/passkey/passkey-schemas';
import { action, callable } from '@/lib/forms/action';
import { Nothing } from '@/lib/forms/auth-schemas';

export const startAddingPasskeyAction = callable(Nothing, startAddingPasskey);
export const addPasskeyAction = callable(AddPasskey, async (given) => redraw(await addPasskey(given)));
export const renamePasskeyAction = action(RenamePasskey, async (given) => redraw(await renamePasskey(given)));
export const removePasskeyAction = action(PasskeyReference, async (given) => {
  const removed = await removePasskey(given);
  return removed.ok ? { ok: true, redirectTo: pathAfter('/security', 'passkey-removed') } : removed;
});

/** Renders the page in the same response. A later request could run after `Sign out` and interfere with it. */
function redraw<Result extends { ok: boolean }>(result: Result): Result {
  if (result.ok) refresh();
  return result;
}
