import 'server-only';
import type { MailStepUpCode } from '../../forms/auth-schemas.ts';
import { safeRedirect } from '../../http/safe-redirect.ts';
import { withNext } from '../../http/with-next.ts';
import { mailPauseLeft } from '../../mail/limit-mail.ts';
import { emailAccountCode } from '../../mail/request-email.ts';
import { checkSignedChallenge } from '../../proofs/check-signed-challenge.ts';
import { type IssuedChallenge, issueChallenge } from '../../proofs/issue-challenge.ts';
import { consumeAttempt, resetAttempts } from '../../rate-limit/consume.ts';
import type { AttemptKind } from '../../rate-limit/limits.ts';
import { readSubject, recallRequestedEmail } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { listKnownFactors, verifyMfaUncounted } from '../../session/mfa.ts';
import { createSupabase } from '../../session/request-session.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import { checkLiveSession, revokeSession } from '../../session/sign-out.ts';
import { actingViewer, type Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { findWallet } from '../../wallets/list-wallets.ts';
import type { StepUpStatementRequest, WalletSignIn } from '../../wallets/wallet-schemas.ts';
import type { PasskeyRequest } from '../passkey/passkey-options.ts';
import type { ConfirmByPasskey } from '../passkey/passkey-schemas.ts';
import { readPasskeys } from '../passkey/read-passkeys.ts';
import { requestPasskey, verifyPasskey } from '../passkey/verify-passkey.ts';
import { checkMailedCode, checkPassword } from './reauthenticate.ts';
import { actingBy, listStepUpMethods, type StepUpMethod } from './require-recent-auth.ts';

type Confirmed = Result<{ redirectTo?: string }>;

/** @returns the next path; `step_up.password_wrong`, `auth.too_many_attempts`. */
export async function confirmByPassword({
  password,
  ...place
}: MailStepUpCode & { password: string }): Promise<Confirmed> {
  return confirm('password', 'step_up', place, ({ id, email }) =>
    checkPassword({ userId: id, email, password }),
  );
}

/** Takes only a code that this session requested. Another session's is `auth.code_wrong` and stays valid; `auth.too_many_attempts`. */
export async function confirmByCode({
  code,
  ...place
}: MailStepUpCode & { code: string }): Promise<Confirmed> {
  return confirm('code', 'mailed_code', place, async (viewer) => {
    const asked = await callAsViewer(viewer, 'has_asked_for_code');
    if (!asked.ok) return asked;
    return asked.rows
      ? checkMailedCode({ userId: viewer.id, email: viewer.email, code })
      : fail('auth.code_wrong');
  });
}

/** Confirms by an authenticator's code, which also completes a second factor that the session still lacks. */
export async function confirmByAuthenticator({
  code,
  ...place
}: MailStepUpCode & { code: string }): Promise<Confirmed> {
  return confirm('authenticator', 'second_factor', place, async (viewer) => {
    const supabase = await createSupabase();
    const [listed, known] = await Promise.all([supabase.auth.mfa.listFactors(), listKnownFactors(viewer.id)]);
    if (listed.error) return failFromAuth(listed.error);
    if (!known.ok) return known;
    // An authenticator from outside this site confirms nothing.
    const factorIds = listed.data.totp.map(({ id }) => id).filter((id) => known.rows.includes(id));
    const verified = await verifyMfaUncounted(supabase, { factorIds, code });
    if (verified.ok) return { ok: true };
    return verified.code === 'factor.code_wrong' ? fail('step_up.authenticator_code_wrong') : verified;
  });
}

/** Checks that the session is live and the account has the method, counts the attempt before the check, and records a success. */
async function confirm(
  method: StepUpMethod,
  limit: AttemptKind,
  { next, inPlace }: MailStepUpCode,
  check: (viewer: Viewer) => Promise<Result>,
): Promise<Confirmed> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const [listed, live] = await Promise.all([listStepUpMethods(viewer), checkLiveSession(viewer)]);
  if (!listed.ok) return listed;
  // An authenticator's code is the second factor that the session may lack.
  if (!live.ok && live.code !== 'auth.second_factor_required') return live;
  if (!listed.methods.includes(method)) return fail('step_up.method_unknown');
  const limitSubject = await readSubject(viewer.id);
  const taken = await consumeAttempt(limit, limitSubject);
  if (!taken.ok) return taken;
  const checked = await check(viewer);
  if (!checked.ok) return checked;
  // The check has just raised the session to aal2; this request's token is older.
  const acted = method === 'authenticator' ? { ...viewer, aal: 'aal2' as const } : viewer;
  const recorded = await callAsViewer(acted, 'record_step_up', { p_by: method });
  if (!recorded.ok) return recorded;
  await resetAttempts(limit, limitSubject);
  return inPlace ? { ok: true } : { ok: true, redirectTo: safeRedirect(next) };
}

/** Requests one of the account's own passkeys, bound to this session. `step_up.method_unknown` if none counts. */
export async function startPasskeyStepUp(): Promise<Result<PasskeyRequest>> {
  const acting = await actingBy('passkey');
  if (!acting.ok) return acting;
  const read = await readPasskeys(acting.viewer);
  if (!read.ok) return read;
  const ids = read.passkeys.filter(({ isConfirmed }) => isConfirmed).map(({ credentialId }) => credentialId);
  return requestPasskey('confirm', acting.viewer, ids);
}

/**
 * Auth verifies a passkey only by opening a session: it must be of this account, confirms once within a minute, is always revoked, and
 * never reaches a client. `passkey.wrong_account`, and the failures of `verifyPasskey`.
 */
export async function confirmByPasskey({
  next,
  inPlace,
  ...answer
}: ConfirmByPasskey): Promise<Result<{ redirectTo?: string }>> {
  const acting = await actingBy('passkey');
  if (!acting.ok) return acting;
  const answered = await verifyPasskey('confirm', acting.viewer, answer);
  if (!answered.ok) return answered;
  try {
    // A passkey from outside this site confirms nothing.
    if (!answered.isKnown) return fail('step_up.method_unknown');
    const recorded = await callAsViewer(acting.viewer, 'record_step_up_by_passkey', {
      p_proof_session: answered.sessionId,
    });
    if (!recorded.ok) return recorded;
  } finally {
    await revokeSession(answered.session);
  }
  return inPlace ? { ok: true } : { ok: true, redirectTo: safeRedirect(next) };
}

/**
 * Single-use, bound to this session; names this purpose and proves no wallet. `step_up.wallet_not_proven`, `proof.too_many_challenges`;
 * `step_up.method_unknown` if the account must use an authenticator.
 */
export async function issueStepUpStatement({
  address,
  method,
}: StepUpStatementRequest): Promise<Result<{ challenge: IssuedChallenge<'confirm'> }>> {
  const acting = await actingBy('wallet');
  if (!acting.ok) return acting;
  // Refuses before the user signs. The database checks again afterwards.
  if (!(await findWallet(address))) return fail('step_up.wallet_not_proven');
  return issueChallenge({ viewer: acting.viewer, purpose: 'confirm', method, address });
}

/** Uses up the statement first. Signatures can't be guessed, so only statements are limited. `proof.challenge_gone` if the wallet left. */
export async function confirmByWallet({
  next,
  ...signed
}: WalletSignIn): Promise<Result<{ redirectTo: string }>> {
  const acting = await actingBy('wallet');
  if (!acting.ok) return acting;
  const checked = await checkSignedChallenge({ viewer: acting.viewer, ...signed });
  if (!checked.ok) return checked;
  const recorded = await callAsViewer(acting.viewer, 'record_step_up_by_wallet', checked.parameters);
  return recorded.ok ? { ok: true, redirectTo: safeRedirect(next) } : recorded;
}

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
