import 'server-only';
import { randomInt } from 'node:crypto';
import { after } from 'next/server';
import { environment } from '../../env.ts';
import type { ErrorCode } from '../../errors.ts';
import { mailMinimumTime } from '../../flow/minimum-time.ts';
import { logError } from '../../log/log.ts';
import { type Agreement, writeEmailChangeMail, writeEmailWantedMail } from '../../mail/email-change-mail.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { rememberAskedMail } from '../../rate-limit/asked-mail.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { type Failure, fail, type Result } from '../../result.ts';
import { readAccessToken } from '../../session/read-access-token.ts';
import { sendToAuth } from '../../supabase/ask-auth.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAdminSupabase } from '../../supabase/server.ts';
import { askOnce, logMailFailure } from '../mail/ask-once.ts';
import { isMailFailure } from '../mail/describe-mail-failure.ts';
import { hashCode } from '../mail/hash-code.ts';
import { mailPatience } from '../mail/mail-patience.ts';
import { emailChangePauseInSeconds } from '../mail/mail-pause.ts';
import { requireAuthenticator } from '../step-up/require-authenticator.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { expectKnownMethod } from './known-methods.ts';

/** `from` is empty for an account without an e-mail. */
type Change = { userId: string; from: string; to: string };

/**
 * Requests another email. The new address and the old one must both agree; an account without an email needs the new
 * one's consent alone. A newer request replaces this one.
 * The answer, its time, the account page and the email to the old address don't reveal whether another account has the
 * address (docs/decisions/036-asking-for-a-taken-email.md).
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
  // The change waits until both addresses have agreed. A change to another account's address never completes.
  const expected = await expectKnownMethod(userId, { kind: 'email', reference: email });
  if (!expected.ok) return expected;
  const begun = await askOnce({ mail: 'email change', to: userId, userId }, () =>
    begin({ userId, from: started.rows, to }),
  );
  const asked: Result = 'work' in begun ? await answerByMinimumTime(begun.work, floor) : { ok: true };
  if (asked.ok) await rememberAskedMail(userId);
  else await callFunction('clear_email_change', { p_user_id: userId });
  await floor;
  return asked;
}

/** The answer may go out while Auth still mails: it mails a free address only, so waiting would reveal which one is taken. */
async function answerByMinimumTime(work: Promise<Result>, floor: Promise<void>): Promise<Result> {
  // The local backend keeps its mails, so there is no mail server to give anything away, and tries are never rushed.
  const patience = environment().embedded ? mailPatience() : { over: floor, end: () => undefined };
  const inTime = await Promise.race([work, patience.over]);
  patience.end();
  if (inTime) return inTime;
  after(async () => {
    const late = await work;
    if (!late.ok) logError('email.change_not_begun', `A change of email could not be begun: ${late.code}`);
  });
  return { ok: true };
}

/** Auth refuses these only for a free address, while it mails. So they are logged and not shown. */
const onlyOfFreeOnes = new Set<ErrorCode>([
  'auth.mail_failed',
  'auth.mail_too_soon',
  'account.email_unusable',
]);

async function begin(change: Change): Promise<Result> {
  const ours = change.from && environment().smtpUrl ? await mailOurselves(change) : 'by-auth';
  if (ours !== 'by-auth') return ours;
  // supabase-js would bind the links to this browser.
  const accessToken = await readAccessToken();
  const { error } = await sendToAuth({
    method: 'PUT',
    path: '/user',
    accessToken,
    body: { email: change.to },
  });
  logMailFailure(error);
  // Auth's answer is not repeated, because it answers for free addresses only. A mail that failed is logged.
  if (!error || isMailFailure(error)) return { ok: true };
  const asked = failFromAuth(error);
  if (onlyOfFreeOnes.has(asked.code)) {
    logError('mail.auth_failed', `Auth could not send the emails of an email change: ${asked.code}`);
    return { ok: true };
  }
  if (asked.code !== 'account.email_taken') return asked;
  return block(
    change,
    change.from !== '' && (await makeAgreement('email_change_current', change)) !== 'off',
    null,
  );
}

/** Has Auth make the codes and mails them itself, so that the old address gets the same mail for a free and a taken one. */
async function mailOurselves(change: Change): Promise<Result | 'by-auth'> {
  const old = await makeAgreement('email_change_current', change);
  if (old === 'off') return 'by-auth';
  if (old === 'taken') return hide(change);
  if ('ok' in old) return old;
  const next = await makeAgreement('email_change_new', change);
  if (next === 'off') return 'by-auth';
  if (next === 'taken') return hide(change);
  if ('ok' in next) return next;
  const { from, to } = change;
  after(async () => {
    await sendMail(from, writeEmailChangeMail(to, old));
    await sendMail(to, writeEmailChangeMail(to, next));
  });
  return { ok: true };
}

/** The old address gets a code as usual, but agreeing to it changes nothing. */
async function hide(change: Change): Promise<Result> {
  const { from, to } = change;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const agreement = { code, tokenHash: hashCode(from, code) };
  const blocked = await block(change, true, agreement.tokenHash);
  if (!blocked.ok) return blocked;
  const askedAt = new Date();
  after(async () => {
    await sendMail(from, writeEmailChangeMail(to, agreement));
    await sendMail(to, writeEmailWantedMail(askedAt));
  });
  return { ok: true };
}

async function block({ userId, to }: Change, asksOld: boolean, tokenHash: string | null): Promise<Result> {
  const blocked = await callFunction('block_email_change', {
    ...{ p_user_id: userId, p_email: to },
    ...{ p_asks_old: asksOld, p_token_hash: tokenHash },
  });
  return blocked.ok ? { ok: true } : blocked;
}

/** Has Auth make a code without mailing it. `taken` is another account's address; `off` where the old one is not asked. */
async function makeAgreement(
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
  // The e-mail was changed elsewhere since it was read.
  if (data.user.id !== userId) return fail('auth.signed_out');
  // Not `hashed_token`: for the new address Auth names the hash of the old one there.
  const tokenHash = new URL(data.properties.action_link).searchParams.get('token');
  return tokenHash ? { code: data.properties.email_otp, tokenHash } : fail('backend.unavailable');
}
