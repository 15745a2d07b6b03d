import 'server-only';
import { after } from 'next/server';
import { flushOutbox } from '../../mail/flush-outbox.ts';
import { readAccount } from '../../proofs/read-account.ts';
import { fail, type Result } from '../../result.ts';
import { createViewerSupabase } from '../../session/request-session.ts';
import { redirectOnRefusal } from '../../session/require-live-session.ts';
import { signOut } from '../../session/sign-out.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { errorOfRead } from '../../supabase/rest.ts';
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

export type DeletionCounts = { wallets: number; proofs: number; publicProofs: number };

/** @returns the number of proven wallets, of all proofs ever made, and of public proofs. Throws BackendUnavailable. */
export async function describeDeletion(): Promise<DeletionCounts> {
  const supabase = await createViewerSupabase();
  const counted = { count: 'exact' } as const;
  const [wallets, proofs, publicProofs] = await Promise.all([
    supabase.from('wallets').select('id', counted).is('removed_at', null).limit(1),
    supabase.from('proofs').select('id', counted).limit(1),
    supabase.from('proofs').select('id', counted).eq('is_public', true).limit(1),
  ]);
  for (const { error, status } of [wallets, proofs, publicProofs]) {
    redirectOnRefusal(error?.message, '/account/delete');
    if (error) throw errorOfRead('The data of an account could not be counted', { error, status });
  }
  return {
    wallets: wallets.count ?? 0,
    proofs: proofs.count ?? 0,
    publicProofs: publicProofs.count ?? 0,
  };
}
