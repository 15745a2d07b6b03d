import 'server-only';
import type { MailRequest } from '../../forms/auth-schemas.ts';
import { safeRedirect } from '../../http/safe-redirect.ts';
import { readViewer } from '../../session/viewer.ts';

/**
 * Polled by a page that waits for an emailed link to be opened in another tab.
 * @returns the next path once this browser is signed in with this email, else null: polling reveals no more than the browser's session.
 */
export async function pollSignIn({
  email,
  next,
}: MailRequest): Promise<{ ok: true; nextPath: string | null }> {
  const check = await readViewer();
  const isSame = check.signedIn && check.viewer.email.toLowerCase() === email.toLowerCase();
  return { ok: true, nextPath: isSame ? safeRedirect(next) : null };
}
