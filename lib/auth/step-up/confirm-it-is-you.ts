import 'server-only';
import type { MailStepUpCode } from '../../forms/auth-schemas.ts';
import { safeRedirect } from '../../http/safe-redirect.ts';
import { consumeAttempt, resetAttempts } from '../../rate-limit/consume.ts';
import type { AttemptKind } from '../../rate-limit/limits.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { listKnownFactors, verifyMfaUncounted } from '../../session/mfa.ts';
import { createSupabase } from '../../session/request-session.ts';
import { checkLiveSession } from '../../session/sign-out.ts';
import { actingViewer, type Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { checkMailedCode, checkPassword } from './reauthenticate.ts';
import { listStepUpMethods, type StepUpMethod } from './require-recent-auth.ts';

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
