import 'server-only';
import { readCaptcha } from '../../flow/read-captcha.ts';
import type { MailRequest } from '../../flow/schemas.ts';
import { withNext } from '../../flow/with-next.ts';
import { fail, type Result } from '../../result.ts';
import { readViewer } from '../../session/viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { setPassword } from '../account/set-password.ts';
import { answerAtMinimumTime } from '../mail/answer-at-minimum-time.ts';
import { noteMail, takeMail } from '../mail/limit-mail.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { rememberEmail } from './email-step.ts';

export const newPasswordPath = '/reset-password/new';

export function resetCodePath(next: string | undefined): string {
  return withNext('/reset-password?step=code', next);
}

/** A new password may be chosen as long as the mailed link would live. */
const resetWindowInSeconds = 60 * 60;

/**
 * Has the mail sent.
 * @returns the same, at the same time, whether or not the e-mail has an account; how long to wait when this browser
 * asked a moment ago, or too many mails went there.
 */
export async function requestPasswordReset({ email, captcha_token }: MailRequest): Promise<Result> {
  const asked = readCaptcha(captcha_token);
  if (!asked.ok) return asked;
  const taken = await takeMail(email);
  if (!taken.ok) return taken;
  const answer = await answerAtMinimumTime({ mail: 'reset', to: email }, () =>
    createAnonymousSupabase().auth.resetPasswordForEmail(email, asked.captcha),
  );
  if (answer?.error) return failFromAuth(answer.error);
  await noteMail(email);
  await rememberEmail({ email, mailed: 'reset' });
  return { ok: true };
}

/** Whether this session came from a link in a mail just now, so that it may choose a password without the old one. */
export async function mayChooseNewPassword(): Promise<boolean> {
  const check = await readViewer();
  if (!check.signedIn || check.viewer.openedMailAt === null) return false;
  if (Date.now() / 1000 - check.viewer.openedMailAt >= resetWindowInSeconds) return false;
  // The token of a wallet's session says the same, although no mail was opened.
  const byWallet = await callFunction('is_wallet_session', { p_session_id: check.viewer.sessionId });
  return byWallet.ok && !byWallet.rows;
}

/** Sets a new password after a reset, which ends every other session. Opening the mail counts as step-up while it is recent. */
export async function chooseNewPassword(password: string): Promise<Result> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  if (!(await mayChooseNewPassword())) return fail('auth.link_invalid');
  return setPassword(acting.viewer, password);
}
