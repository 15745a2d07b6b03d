import 'server-only';
import { z } from 'zod';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';

const Wallets = z.array(z.unknown()).nullable();

/** Other texts don't reach the database. */
const writtenAsSubject = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * @returns `app.subject_unknown` if the subject is unknown, another app's, or has no live grant of `wallets`, all alike;
 * `backend.unavailable`.
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
