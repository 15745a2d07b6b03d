import 'server-only';
import { hash, randomBytes } from 'node:crypto';
import { base32 } from '@scure/base';
import { after } from 'next/server';
import { z } from 'zod';
import { readDevice } from '../../device.ts';
import { stepCookie } from '../../http/own-cookie.ts';
import { flushOutbox } from '../../mail/flush-outbox.ts';
import { fail, type Result } from '../../result.ts';
import { actingViewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { requireAuthenticator, requireRecentAuth } from '../step-up/require-recent-auth.ts';

export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
export const RecoveryCodes = z.object({
  unused: z.number(),
  madeAt: z.string().nullable(),
  areKept: z.boolean(),
});

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

/** Marks that this browser has just set up a first authenticator, so that the next page makes recovery codes. Single-use. */
const cookie = stepCookie({
  name: 'first-recovery-codes',
  schema: z.object({ userId: z.uuid() }),
  lifeInSeconds: 2 * 60,
});

export function expectFirstCodes(userId: string): Promise<void> {
  return cookie.write({ userId });
}

/** Doesn't clear the cookie; making the codes does. */
export async function areFirstCodesDue(userId: string): Promise<boolean> {
  return (await cookie.read())?.userId === userId;
}

export async function forgetFirstCodes(): Promise<void> {
  if (await cookie.read()) await cookie.clear();
}

/** The usual number: enough for years of lost phones, and short enough to print. */
const recoveryCodeCount = 10;

/** 80 random bits, beyond guessing. @returns 16 characters of base32 in groups of four, like `ABCD-EFGH-IJKL-MN23`. */
export function makeRecoveryCode(): string {
  return (base32.encode(randomBytes(10)).match(/.{4}/g) ?? []).join('-');
}

/** Ignores spaces, hyphens and case. 80 random bits need no slow hash. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', code.replace(/[\s-]/g, '').toUpperCase(), 'hex');
}
