import 'server-only';
import { z } from 'zod';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';

const Wallets = z.array(z.unknown()).nullable();

/** What a subject of ours can look like. The database can't be asked about every text. */
const writtenAsSubject = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * The wallets that someone shares with an app, as the claim `wallets` has them.
 * @param sub what they are called to this app.
 * @returns `app.subject_unknown` for someone unknown, another app's, or without a live grant of `wallets`: nobody can tell which.
 * Also `backend.unavailable`.
 */
export async function readSharedWallets(
  clientId: string,
  sub: string,
): Promise<Result<{ wallets: unknown[] }>> {
  if (!writtenAsSubject.test(sub)) return fail('app.subject_unknown');
  const read = await callFunction('list_wallets_of_subject', { p_client_id: clientId, p_sub: sub });
  if (!read.ok) return read;
  const wallets = Wallets.parse(read.rows);
  return wallets === null ? fail('app.subject_unknown') : { ok: true, wallets };
}
