import 'server-only';
import { safeRedirect } from '../../flow/safe-redirect.ts';
import type { MailRequest } from '../../flow/schemas.ts';
import { readViewer } from '../../session/viewer.ts';

/**
 * For a page that waits for a mail to this address, while another tab may have opened it.
 * @returns where to go once this browser is signed in with the very address: a path of this site. Null before, and for
 * any other account, so it tells nothing that the browser's own session doesn't.
 */
export async function followSignIn({
  email,
  next,
}: MailRequest): Promise<{ ok: true; nextPath: string | null }> {
  const check = await readViewer();
  const isSame = check.signedIn && check.viewer.email.toLowerCase() === email.toLowerCase();
  return { ok: true, nextPath: isSame ? safeRedirect(next) : null };
}
