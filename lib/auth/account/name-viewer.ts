import 'server-only';
import { readAccount } from '../../proofs/read-account.ts';
import type { Viewer } from '../../session/viewer.ts';

export async function nameViewer(viewer: Viewer): Promise<string> {
  if (viewer.email) return viewer.email;
  const account = await readAccount(viewer);
  return account.ok ? `ID ${account.code}` : 'Account without an email';
}
