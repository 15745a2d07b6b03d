import 'server-only';
import type { MailStepUpCode } from '../../flow/schemas.ts';
import { withNext } from '../../flow/with-next.ts';
import { readAskedMail } from '../../rate-limit/asked-mail.ts';
import type { Result } from '../../result.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { mailCode } from '../mail/mail-code.ts';
import { mailPauseLeft } from '../mail/mail-pause.ts';

/**
 * Emails the viewer a code to confirm with. An email that is under way, or that this browser's pause is for, serves a
 * session that has none yet.
 * @returns the page with the code's field, or nothing in place; `auth.signed_out`, and the failures of `mailCode`.
 */
export async function mailStepUpCode({
  next,
  inPlace,
}: MailStepUpCode): Promise<Result<{ redirectTo?: string }>> {
  const acting = await requireLiveSession();
  if (!acting.ok) return acting;
  const { id: userId, email } = acting.viewer;
  let hasAskedBefore = true;
  const note = async () => {
    const asked = await callAsViewer(acting.viewer, 'ask_for_code');
    if (asked.ok) hasAskedBefore = asked.rows;
    return asked;
  };
  // An attacker can forge the pause in a cookie, but not the mark of an email to this account.
  if ((await mailPauseLeft()) > 0 && (await readAskedMail(userId))) {
    const noted = await note();
    if (!noted.ok) return noted;
  }
  const mailed = await mailCode({ userId, email }, note);
  const isServed = mailed.ok || (mailed.code === 'auth.mail_too_soon' && !hasAskedBefore);
  if (!isServed) return mailed;
  return inPlace ? { ok: true } : { ok: true, redirectTo: withNext('/confirm-access?way=code', next) };
}
