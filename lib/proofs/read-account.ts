import 'server-only';
import type { Result } from '../result.ts';
import type { Viewer } from '../session/viewer.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';

type Account = { code: string; displayName: string | null };

/** The account's code, like `7F3K-2Q9D`, and its name, if any, in statements and proofs. */
export async function readAccount(viewer: Viewer): Promise<Result<Account>> {
  const ensured = await callAsViewer(viewer, 'ensure_account');
  if (!ensured.ok) return ensured;
  const [account]: Account[] = ensured.rows;
  if (!account) throw new Error('ensure_account returned no row');
  return { ok: true, ...account };
}
