import 'server-only';
import { readAccount } from '../../proofs/read-account.ts';
import type { Viewer } from '../../session/viewer.ts';

/**
 * What the viewer's account is called on the page: its e-mail, or its ID where a wallet made it and it has none. Never
 * empty, also while the database can't be asked.
 */
export async function nameViewer(viewer: Viewer): Promise<string> {
  if (viewer.email) return viewer.email;
  const account = await readAccount(viewer);
  return account.ok ? `ID ${account.code}` : 'Account without an email';
}
