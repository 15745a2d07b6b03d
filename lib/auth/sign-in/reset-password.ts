import 'server-only';
import type { MailRequest } from '../../forms/auth-schemas.ts';
import { withNext } from '../../http/with-next.ts';
import { consumeMailAttempt, startMailLimits } from '../../mail/limit-mail.ts';
import { answerAtMinimumTime } from '../../mail/request-email.ts';
import { fail, type Result } from '../../result.ts';
import { readViewer } from '../../session/viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { readCaptcha } from '../../supabase/settings.ts';
import { setPassword } from '../account/set-password.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { emailCookie } from './sign-in-cookies.ts';

export const newPasswordPath = '/reset-password/new';

export function resetCodePath(next: string | undefined): string {
  return withNext('/reset-password?step=code', next);
}

/** A reset's session may choose a new password for as long as its link would have been valid. */
const resetWindowInSeconds = 60 * 60;

/** @returns the same answer at the same time for every address; the time to wait if this browser just asked, or the limit is reached. */
export async function requestPasswordReset({ email, captcha_token }: MailRequest): Promise<Result> {
  const asked = readCaptcha(captcha_token);
  if (!asked.ok) return asked;
  const taken = await consumeMailAttempt(email);
  if (!taken.ok) return taken;
  const answer = await answerAtMinimumTime({ mail: 'reset', to: email }, () =>
    createAnonymousSupabase().auth.resetPasswordForEmail(email, asked.captcha),
  );
  if (answer?.error) return failFromAuth(answer.error);
  await startMailLimits(email);
  await emailCookie.write({ email, mailed: 'reset' });
  return { ok: true };
}

/** Whether this session signed in by an emailed link or code within the hour, so that it may set a password without the old one. */
export async function mayChooseNewPassword(): Promise<boolean> {
  const check = await readViewer();
  if (!check.signedIn || check.viewer.openedMailAt === null) return false;
  if (Date.now() / 1000 - check.viewer.openedMailAt >= resetWindowInSeconds) return false;
  // A wallet's token looks the same, although no email was opened.
  const byWallet = await callFunction('is_wallet_session', { p_session_id: check.viewer.sessionId });
  return byWallet.ok && !byWallet.rows;
}

/** Sets a new password after a reset, and ends every other session. The sign-in by email counts as step-up for 10 minutes. */
export async function chooseNewPassword(password: string): Promise<Result> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  if (!(await mayChooseNewPassword())) return fail('auth.link_invalid');
  return setPassword(acting.viewer, password);
}
