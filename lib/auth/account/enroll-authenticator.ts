import 'server-only';
import { recordEvent } from '../../activity/record-event.ts';
import { environment } from '../../env.ts';
import { fail, type Result } from '../../result.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import { verifyMfa } from '../../session/verify-mfa.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAdminSupabase, createSupabase } from '../../supabase/server.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { forgetEnrollment, readEnrollment, rememberEnrollment } from './enrollment-cookie.ts';
import { expectFirstCodes } from './first-codes-cookie.ts';
import { changeKnownMethod } from './known-methods.ts';
import { areCodesDue, describeRecoveryCodes } from './recovery-codes.ts';
import { voidRecoveryCodes } from './remove-authenticator.ts';

export const authenticatorPath = '/security/authenticator';
export const recoveryCodesPath = '/security/recovery-codes';

/**
 * Begins to set an authenticator up, under a name that the account has none of. Whatever it left half set up before is
 * removed: only the newest counts.
 * @returns where its secret is shown; `factor.email_needed`, `factor.too_many`, `auth.authenticator_code_required`; `factor.name_taken` when
 * another was added at the same moment.
 */
export async function startEnrollment(): Promise<Result<{ redirectTo: string }>> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  // Auth cannot make the address that apps scan without one.
  if (!viewer.email) return fail('factor.email_needed');
  const cleared = await removeUnfinished(viewer.id);
  if (!cleared.ok) return cleared;
  const name = nameNext(cleared.names);
  // The last authenticator may have been removed outside this site.
  const voided = await voidRecoveryCodes(viewer.id);
  if (!voided.ok) return voided;
  const supabase = await createSupabase();
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    // Authenticator apps read the text before a colon as the issuer.
    issuer: environment().branding.siteName.replaceAll(':', ' '),
  });
  if (error) return failFromAuth(error);
  const { secret, uri } = data.totp;
  await rememberEnrollment({ userId: viewer.id, factorId: data.id, name, secret, uri });
  return { ok: true, redirectTo: authenticatorPath };
}

/**
 * Ends setting up with a first code: from then on signing in asks for one. This session counts as proven by it, and Auth
 * ends those of the account that are not.
 * @returns where recovery codes are made, or back where there are some that are saved; `factor.code_wrong`, `auth.too_many_attempts`; `factor.gone` when it was set
 * up again elsewhere meanwhile.
 */
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
    if (checked.code === 'factor.gone') await forgetEnrollment();
    return checked;
  }
  await forgetEnrollment();
  await recordEvent(viewer.id, { kind: 'factor_added', details: { name: enrolment.name } });
  const codes = await describeRecoveryCodes(viewer.id);
  if (codes.ok && !areCodesDue(codes)) return { ok: true, redirectTo: '/security?done=authenticator-added' };
  await expectFirstCodes(viewer.id);
  return { ok: true, redirectTo: `${recoveryCodesPath}?added=1` };
}

/** Leaves what is being set up. It protects nothing yet, so nobody has to confirm who they are: a live session is enough. */
export async function cancelEnrollment(): Promise<Result<{ redirectTo: string }>> {
  const acting = await requireLiveSession();
  if (!acting.ok) return acting;
  await forgetEnrollment();
  const cleared = await removeUnfinished(acting.viewer.id);
  return cleared.ok ? { ok: true, redirectTo: '/security' } : cleared;
}

/** The first that is free, like `Authenticator app 2`: Auth wants names that differ. */
function nameNext(taken: string[]): string {
  const first = 'Authenticator app';
  let name = first;
  for (let count = 2; taken.includes(name); count += 1) name = `${first} ${count}`;
  return name;
}

/** Removes the authenticators that never had a right code: they protect nothing. Returns the names of the others. */
async function removeUnfinished(userId: string): Promise<Result<{ names: string[] }>> {
  const { mfa } = createAdminSupabase().auth.admin;
  const { data, error } = await mfa.listFactors({ userId });
  if (error) return failFromAuth(error);
  for (const { id } of data.factors.filter(({ status }) => status === 'unverified')) {
    const { error: refused } = await mfa.deleteFactor({ userId, id });
    if (refused && refused.code !== 'mfa_factor_not_found') return failFromAuth(refused);
  }
  const kept = data.factors.filter(({ status }) => status === 'verified');
  return { ok: true, names: kept.map(({ friendly_name }) => friendly_name ?? '') };
}
