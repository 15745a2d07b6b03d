import 'server-only';
import { z } from 'zod';
import { recordActivity } from '../../activity/activity.ts';
import { environment } from '../../env.ts';
import { stepCookie } from '../../http/own-cookie.ts';
import { fail, type Result } from '../../result.ts';
import { verifyMfa } from '../../session/mfa.ts';
import { createSupabase } from '../../session/request-session.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAdminSupabase } from '../../supabase/server.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { changeKnownMethod } from './known-methods.ts';
import { areCodesDue, describeRecoveryCodes, expectFirstCodes } from './recovery-codes.ts';
import { voidRecoveryCodes } from './remove-authenticator.ts';

export const authenticatorPath = '/security/authenticator';
export const recoveryCodesPath = '/security/recovery-codes';

/**
 * Removes unfinished setups, except this session's in this browser, which continues. `factor.email_needed`, `factor.too_many`,
 * `auth.authenticator_code_required`; `factor.name_taken` if another authenticator was added at the same moment.
 */
export async function startEnrollment(): Promise<Result<{ redirectTo: string }>> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  // Auth's otpauth address contains the email.
  if (!viewer.email) return fail('factor.email_needed');
  const begun = await readEnrollment(viewer.id);
  // In another session, its secret may have been seen.
  const pending = begun?.sessionId === viewer.sessionId ? begun : null;
  const cleared = await removeUnfinished(viewer.id, pending?.factorId);
  if (!cleared.ok) return cleared;
  // The last authenticator may have been removed outside this site, and its recovery codes must not apply to this one.
  const voided = await voidRecoveryCodes(viewer.id);
  if (!voided.ok) return voided;
  if (pending && cleared.isKept) {
    await enrollmentCookie.write(pending);
    return { ok: true, redirectTo: authenticatorPath };
  }
  const name = nameNext(cleared.names);
  const supabase = await createSupabase();
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    // Authenticator apps read the text before a colon as the issuer.
    issuer: environment().branding.siteName.replaceAll(':', ' '),
  });
  if (error) return failFromAuth(error);
  const { secret, uri } = data.totp;
  await enrollmentCookie.write({
    userId: viewer.id,
    sessionId: viewer.sessionId,
    factorId: data.id,
    name,
    secret,
    uri,
  });
  return { ok: true, redirectTo: authenticatorPath };
}

/** Auth raises this session to aal2, and ends those at aal1. `factor.code_wrong`, `auth.too_many_attempts`; `factor.gone` if restarted. */
export async function finishEnrollment(code: string): Promise<Result<{ redirectTo: string }>> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const enrolment = await readEnrollment(viewer.id);
  if (!enrolment) return fail('factor.gone');
  const supabase = await createSupabase();
  const { factorId } = enrolment;
  const checked = await changeKnownMethod(viewer.id, { kind: 'authenticator', reference: factorId }, () =>
    verifyMfa(supabase, { userId: viewer.id, factorIds: [factorId], code }),
  );
  if (!checked.ok) {
    if (checked.code === 'factor.gone') await enrollmentCookie.clear();
    return checked;
  }
  await enrollmentCookie.clear();
  await recordActivity(viewer.id, { kind: 'factor_added', details: { name: enrolment.name } });
  const codes = await describeRecoveryCodes(viewer.id);
  if (codes.ok && !areCodesDue(codes)) return { ok: true, redirectTo: '/security?done=authenticator-added' };
  await expectFirstCodes(viewer.id);
  return { ok: true, redirectTo: `${recoveryCodesPath}?added=1` };
}

/** Cancels setup. A live session suffices without step-up, because the authenticator protects nothing yet. */
export async function cancelEnrollment(): Promise<Result<{ redirectTo: string }>> {
  const acting = await requireLiveSession();
  if (!acting.ok) return acting;
  await enrollmentCookie.clear();
  const cleared = await removeUnfinished(acting.viewer.id);
  return cleared.ok ? { ok: true, redirectTo: '/security' } : cleared;
}

/** The first unused name, like `Authenticator app 2`, because Auth requires different names. */
function nameNext(taken: string[]): string {
  const first = 'Authenticator app';
  let name = first;
  for (let count = 2; taken.includes(name); count += 1) name = `${first} ${count}`;
  return name;
}

/** @param keptId the unfinished authenticator to keep, if Auth still has it. */
async function removeUnfinished(userId: string, keptId?: string) {
  const { mfa } = createAdminSupabase().auth.admin;
  const { data, error } = await mfa.listFactors({ userId });
  if (error) return failFromAuth(error);
  const unfinished = data.factors.filter(({ status }) => status === 'unverified');
  for (const { id } of unfinished.filter((one) => one.id !== keptId)) {
    const { error: refused } = await mfa.deleteFactor({ userId, id });
    if (refused && refused.code !== 'mfa_factor_not_found') return failFromAuth(refused);
  }
  const kept = data.factors.filter(({ status }) => status === 'verified');
  const names = kept.map(({ friendly_name }) => friendly_name ?? '');
  return { ok: true as const, names, isKept: unfinished.some(({ id }) => id === keptId) };
}

/** An authenticator being set up. Auth returns its secret once. Sealed, because the secret makes the codes. */
const Enrollment = z.object({
  userId: z.uuid(),
  sessionId: z.uuid(),
  factorId: z.uuid(),
  name: z.string(),
  secret: z.string().regex(/^[A-Z2-7]+$/),
  uri: z.string().startsWith('otpauth://'),
});
type Enrollment = z.infer<typeof Enrollment>;

export const enrollmentCookie = stepCookie({
  name: 'authenticator-set-up',
  schema: Enrollment,
  lifeInSeconds: 10 * 60,
  isSealed: true,
});

export async function readEnrollment(userId: string): Promise<Enrollment | null> {
  const enrolment = await enrollmentCookie.read();
  return enrolment?.userId === userId ? enrolment : null;
}
