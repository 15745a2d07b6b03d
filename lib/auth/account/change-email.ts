import 'server-only';
import { randomInt } from 'node:crypto';
import { after } from 'next/server';
import { environment } from '../../env.ts';
import type { ErrorCode } from '../../errors.ts';
import { mailMinimumTime } from '../../http/minimum-time.ts';
import { logError } from '../../log/log.ts';
import { emailChangePauseInSeconds } from '../../mail/limit-mail.ts';
import { type Agreement, writeEmailChangeMail, writeEmailWantedMail } from '../../mail/own-mails.ts';
import { hashCode } from '../../mail/redeem-mail-token.ts';
import { answerInTime, isMailFailure, logMailFailure, sendOnce } from '../../mail/request-email.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject, rememberRequestedEmail } from '../../rate-limit/read-subject.ts';
import { type Failure, fail, type Result } from '../../result.ts';
import { readAccessToken } from '../../session/request-session.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callAuthUnmapped } from '../../supabase/call-auth.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAdminSupabase } from '../../supabase/server.ts';
import { requireAuthenticator, requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { expectKnownMethod } from './known-methods.ts';

/** `from` is empty for an account without an email. */
type Change = { userId: string; from: string; to: string };

/**
 * Requests an email change, which both addresses must confirm; without an old one, only the new. Replaces an earlier request.
 * Reveals nowhere whether an account has the new address (docs/decisions/036-asking-for-a-taken-email.md).
 */
export async function changeEmail(email: string): Promise<Result> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const userId = acting.viewer.id;
  const to = email.toLowerCase();
  if (to === acting.viewer.email.toLowerCase()) return fail('account.email_same');
  const insisted = await requireAuthenticator(acting.viewer);
  if (!insisted.ok) return insisted;
  const taken = await consumeAttempt('send_mail', await readSubject(userId));
  if (!taken.ok) return taken;
  const floor = mailMinimumTime();
  const started = await callAsViewer(acting.viewer, 'start_email_change', {
    p_email: to,
    p_pause_seconds: emailChangePauseInSeconds(),
  });
  if (!started.ok) return started;
  // Announced for a day. It completes once both addresses have confirmed; a change to another account's address never does.
  const expected = await expectKnownMethod(userId, { kind: 'email', reference: email });
  if (!expected.ok) return expected;
  const begun = await sendOnce({ mail: 'email change', to: userId, userId }, () =>
    requestChange({ userId, from: started.rows, to }),
  );
  const asked: Result = 'work' in begun ? await answerByMinimumTime(begun.work, floor) : { ok: true };
  if (asked.ok) await rememberRequestedEmail(userId);
  else await callFunction('clear_email_change', { p_user_id: userId });
  await floor;
  return asked;
}

/** Answers even if Auth is still sending: it emails only a free address, so waiting would reveal that one is taken. */
async function answerByMinimumTime(work: Promise<Result>, floor: Promise<void>): Promise<Result> {
  const inTime = await answerInTime(work, floor);
  if (inTime) return inTime;
  after(async () => {
    const late = await work;
    if (!late.ok) logError('email.change_not_begun', `An email change could not be started: ${late.code}`);
  });
  return { ok: true };
}

/** Auth refuses with these only for a free address, so they are logged and not shown. */
const freeAddressOnlyCodes = new Set<ErrorCode>([
  'auth.mail_failed',
  'auth.mail_too_soon',
  'account.email_unusable',
]);

async function requestChange(change: Change): Promise<Result> {
  const ours = change.from && environment().smtpUrl ? await emailCodesOurselves(change) : 'by-auth';
  if (ours !== 'by-auth') return ours;
  // Not by supabase-js, which would bind the links to this browser.
  const accessToken = await readAccessToken();
  const { error } = await callAuthUnmapped({
    method: 'PUT',
    path: '/user',
    accessToken,
    body: { email: change.to },
  });
  logMailFailure(error);
  // Failures to send are hidden, because Auth emails only free addresses. `logMailFailure` has logged them.
  if (!error || isMailFailure(error)) return { ok: true };
  const asked = failFromAuth(error);
  if (freeAddressOnlyCodes.has(asked.code)) {
    logError('mail.auth_failed', `Auth could not send the emails of an email change: ${asked.code}`);
    return { ok: true };
  }
  if (asked.code !== 'account.email_taken') return asked;
  return recordBlockedChange(
    change,
    change.from !== '' && (await requestAgreement('email_change_current', change)) !== 'off',
    null,
  );
}

/** Requests codes from Auth and emails them itself, so that the old address gets the same email for a free and a taken one. */
async function emailCodesOurselves(change: Change): Promise<Result | 'by-auth'> {
  const old = await requestAgreement('email_change_current', change);
  if (old === 'off') return 'by-auth';
  if (old === 'taken') return feignChange(change);
  if ('ok' in old) return old;
  const next = await requestAgreement('email_change_new', change);
  if (next === 'off') return 'by-auth';
  if (next === 'taken') return feignChange(change);
  if ('ok' in next) return next;
  const { from, to } = change;
  after(async () => {
    await sendMail(from, writeEmailChangeMail(to, old));
    await sendMail(to, writeEmailChangeMail(to, next));
  });
  return { ok: true };
}

/** For a taken address. The old address gets a code as usual, but confirming with it changes nothing. */
async function feignChange(change: Change): Promise<Result> {
  const { from, to } = change;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const agreement = { code, tokenHash: hashCode(from, code) };
  const blocked = await recordBlockedChange(change, true, agreement.tokenHash);
  if (!blocked.ok) return blocked;
  const askedAt = new Date();
  after(async () => {
    await sendMail(from, writeEmailChangeMail(to, agreement));
    await sendMail(to, writeEmailWantedMail(askedAt));
  });
  return { ok: true };
}

async function recordBlockedChange(
  { userId, to }: Change,
  asksOld: boolean,
  tokenHash: string | null,
): Promise<Result> {
  const blocked = await callFunction('block_email_change', {
    ...{ p_user_id: userId, p_email: to },
    ...{ p_asks_old: asksOld, p_token_hash: tokenHash },
  });
  return blocked.ok ? { ok: true } : blocked;
}

/** Requests a code that Auth doesn't email. `taken`: another account has the address. `off`: the old address needn't confirm. */
async function requestAgreement(
  type: 'email_change_current' | 'email_change_new',
  { userId, from, to }: Change,
): Promise<Agreement | 'taken' | 'off' | Failure> {
  const { data, error } = await createAdminSupabase().auth.admin.generateLink({
    type,
    email: from,
    newEmail: to,
  });
  if (error?.code === 'email_exists') return 'taken';
  if (error?.code === 'validation_failed' && type === 'email_change_current') return 'off';
  if (error) return failFromAuth(error);
  // The account's email has changed since it was read.
  if (data.user.id !== userId) return fail('auth.signed_out');
  // Not `hashed_token`: for the new address, Auth returns the old address's hash there.
  const tokenHash = new URL(data.properties.action_link).searchParams.get('token');
  return tokenHash ? { code: data.properties.email_otp, tokenHash } : fail('backend.unavailable');
}
