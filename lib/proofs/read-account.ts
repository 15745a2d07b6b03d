import 'server-only';
import type { Viewer } from '../auth/viewer.ts';
import type { Failure } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';

/** What statements and public proofs call the viewer's account, like `7F3K-2Q9D`. */
export async function readAccountCode(viewer: Viewer): Promise<{ ok: true; code: string } | Failure> {
  const account = await callFunction<{ code: string }[]>('ensure_account', { p_user_id: viewer.id });
  if (!account.ok) return account;
  const [row] = account.rows;
  if (!row) throw new Error('An account has no row');
  return { ok: true, code: row.code };
}
