import 'server-only';
import { safeRedirect } from '../../flow/safe-redirect.ts';
import type { MailRequest } from '../../flow/schemas.ts';
import { readViewer } from '../../session/viewer.ts';

/**
 * Polled by the page for a code, while the user may open the email's link in another tab.
 * @returns the next path once this browser is signed in with this email; else null, so that it reveals only what the browser's own
 * session does.
 */
export async function followSignIn({
  email,
  next,
}: MailRequest): Promise<{ ok: true; nextPath: string | null }> {
  const check = await readViewer();
  const isSame = check.signedIn && check.viewer.email.toLowerCase() === email.toLowerCase();
  return { ok: true, nextPath: isSame ? safeRedirect(next) : null };
}
