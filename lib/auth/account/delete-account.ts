import 'server-only';
import { after } from 'next/server';
import { flushOutbox } from '../../mail/flush-outbox.ts';
import { readAccount } from '../../proofs/read-account.ts';
import { fail, type Result } from '../../result.ts';
import { signOut } from '../../session/sign-out.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { finishPendingDeletion } from './pending-deletions.ts';

type Deletion = {
  viewer: Viewer;
  confirmation: string;
};

/**
 * Deletes this site's data in one transaction that also ends every session, then the user at Auth, later if it can't be reached.
 * @returns finished: false while Auth still has the user; `account.confirmation_wrong` or step-up's refusals, without a change.
 */
export async function deleteAccount({
  viewer,
  confirmation,
}: Deletion): Promise<Result<{ finished: boolean }>> {
  const account = await readAccount(viewer);
  if (!account.ok) return account;
  if (!matchesAccount({ email: viewer.email, code: account.code }, confirmation)) {
    return fail('account.confirmation_wrong', { fields: { confirmation: 'account.confirmation_wrong' } });
  }
  const closed = await callAsViewer(viewer, 'delete_account');
  if (!closed.ok) return closed;
  const finished = await finishPendingDeletion(viewer.id);
  await signOut('local');
  after(flushOutbox);
  return { ok: true, finished };
}

/** Ignores case, spaces and hyphens in the code. */
function matchesAccount({ email, code }: { email: string; code: string }, typed: string): boolean {
  const given = typed.trim().toLowerCase();
  if (email !== '' && given === email.toLowerCase()) return true;
  return given.replace(/[\s-]/g, '') === code.replace('-', '').toLowerCase();
}
