import 'server-only';
import { after } from 'next/server';
import { readDevice } from '../../device.ts';
import { flushOutbox } from '../../mail/flush-outbox.ts';
import { fail, type Result } from '../../result.ts';
import { actingViewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { requireAuthenticator } from '../step-up/require-authenticator.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { forgetFirstCodes } from './first-codes-cookie.ts';
import { hashRecoveryCode, makeRecoveryCode, recoveryCodeCount } from './recovery-code.ts';

export type RecoveryCodes = {
  unused: number;
  madeAt: string | null;
  areKept: boolean;
};

export function areCodesDue({ unused, areKept }: RecoveryCodes): boolean {
  return unused === 0 || !areKept;
}

export async function describeRecoveryCodes(userId: string): Promise<Result<RecoveryCodes>> {
  const described = await callFunction('describe_recovery_codes', { p_user_id: userId });
  if (!described.ok) return described;
  const [codes = { unused: 0, madeAt: null, areKept: false }]: RecoveryCodes[] = described.rows;
  return { ok: true, ...codes };
}

/**
 * Makes ten codes, shown once, since only hashes are stored, and voids the old ones. @returns `madeAt` for `keepRecoveryCodes`;
 * `auth.authenticator_code_required` for a session below aal2 if an authenticator exists; `factor.needed` without one.
 */
export async function makeRecoveryCodes(): Promise<Result<{ codes: string[]; madeAt: string }>> {
  await forgetFirstCodes();
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const insisted = await requireAuthenticator(viewer);
  if (!insisted.ok) return insisted;
  const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
  const replaced = await callAsViewer(viewer, 'replace_recovery_codes', {
    p_code_hashes: codes.map(hashRecoveryCode),
    p_device: await readDevice(),
  });
  if (!replaced.ok) return replaced;
  after(flushOutbox);
  return { ok: true, codes, madeAt: replaced.rows };
}

/** Records that the user saved the codes made at `madeAt`. @returns `factor.codes_replaced` if newer ones exist. */
export async function keepRecoveryCodes(madeAt: string): Promise<Result> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const kept = await callAsViewer(acting.viewer, 'keep_recovery_codes', { p_made_at: madeAt });
  if (!kept.ok) return kept;
  return kept.rows ? { ok: true } : fail('factor.codes_replaced');
}
