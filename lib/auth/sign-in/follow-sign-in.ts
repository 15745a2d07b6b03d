import 'server-only';
import { safeRedirect } from '../../flow/safe-redirect.ts';
import type { MailRequest } from '../../flow/schemas.ts';
import { readViewer } from '../../session/viewer.ts';

/**
 * Polled by a page that waits for a mailed link to be opened in another tab.
 * @returns the next path once this browser is signed in with this very address; else null, so it reveals nothing that
 * the browser's own session doesn't.
 */
export async function followSignIn({
  email,
  next,
}: MailRequest): Promise<{ ok: true; nextPath: string | null }> {
  const check = await readViewer();
  const isSame = check.signedIn && check.viewer.email.toLowerCase() === email.toLowerCase();
  return { ok: true, nextPath: isSame ? safeRedirect(next) : null };
}
