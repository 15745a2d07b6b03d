import 'server-only';
import type { MailStepUpCode } from '../../flow/schemas.ts';
import { withNext } from '../../flow/with-next.ts';
import type { Result } from '../../result.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import { mailCode } from '../mail/mail-code.ts';

/**
 * Mails the viewer a code to confirm with.
 * @returns where it is asked for, which is nowhere else for someone who confirms in place; `auth.signed_out`, or what `mailCode` refuses.
 */
export async function mailStepUpCode({
  next,
  inPlace,
}: MailStepUpCode): Promise<Result<{ redirectTo?: string }>> {
  const acting = await requireLiveSession();
  if (!acting.ok) return acting;
  const { id: userId, email } = acting.viewer;
  const mailed = await mailCode({ userId, email });
  if (!mailed.ok || inPlace) return mailed;
  return { ok: true, redirectTo: withNext('/confirm-access?way=code&sent=1', next) };
}
