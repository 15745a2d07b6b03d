import 'server-only';
import type { MailStepUpCode } from '../../forms/auth-schemas.ts';
import { withNext } from '../../http/with-next.ts';
import { recallRequestedEmail } from '../../rate-limit/requested-email.ts';
import type { Result } from '../../result.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { emailAccountCode } from '../mail/email-account-code.ts';
import { mailPauseLeft } from '../mail/mail-pause.ts';

/**
 * For a session's first request, an email to this account that is under way or less than a minute old serves too.
 * @returns the page for the code, or no path in place; `auth.signed_out`, and the failures of `emailAccountCode`.
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
    const asked = await callAsViewer(acting.viewer, 'ask_for_code', { p_withdraws: false });
    if (asked.ok) hasAskedBefore = asked.rows;
    return asked;
  };
  // An attacker can forge the pause's cookie, but not the mark of an email to this account.
  if ((await mailPauseLeft()) > 0 && (await recallRequestedEmail(userId))) {
    const noted = await note();
    if (!noted.ok) return noted;
  }
  const mailed = await emailAccountCode({ userId, email }, note);
  const isFirst = !hasAskedBefore;
  if (!mailed.ok && !(isFirst && mailed.code === 'auth.mail_too_soon')) {
    // No email was sent, so the request is withdrawn.
    if (isFirst) await callAsViewer(acting.viewer, 'ask_for_code', { p_withdraws: true });
    return mailed;
  }
  return inPlace ? { ok: true } : { ok: true, redirectTo: withNext('/confirm-access?way=code', next) };
}
