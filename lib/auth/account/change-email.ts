import 'server-only';
import { readAttempter } from '../../limits/read-attempter.ts';
import { allowTriesOfNewMail, takeAttempt } from '../../limits/take-attempt.ts';
import { type Failure, fail } from '../../result.ts';
import { askAuth } from '../../supabase/ask-auth.ts';
import { presentViewer } from '../presence/presence.ts';
import { readAccessToken } from '../session/access-token-of-request.ts';

/**
 * Asks for another e-mail. Nothing changes before the new address and the old one have both agreed; an account
 * without an e-mail needs the new one's alone. Asking again replaces what was asked before.
 *
 * Auth tells when another account has the address, which its owner could also see from the mail that does not come.
 * So tries are counted as mails are.
 */
export async function askForEmail(email: string): Promise<{ ok: true } | Failure> {
  const acting = await presentViewer();
  if (!acting.ok) return acting;
  if (email.toLowerCase() === acting.viewer.email.toLowerCase()) return fail('account.email_same');
  const attempter = await readAttempter(acting.viewer.id);
  const taken = await takeAttempt('send_mail', attempter);
  if (!taken.ok) return taken;
  // Not by supabase-js, which would bind the links to this browser.
  const asked = await askAuth({
    method: 'PUT',
    path: '/user',
    accessToken: await readAccessToken(),
    body: { email },
  });
  if (!asked.ok) return asked;
  await allowTriesOfNewMail(attempter);
  return { ok: true };
}
