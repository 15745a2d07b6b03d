import 'server-only';
import type { Result } from '../../result.ts';
import { type Acting, callAsViewer } from '../../supabase/call-as-viewer.ts';

/** Asks a user who signed in with a recovery code whether their authenticator is lost. */
export const lostAuthenticatorPath = '/security/lost-authenticator';

export type Recovery = {
  /** Whether the server may remove, for this session, the authenticators that its recovery code replaced. */
  mayRemove: boolean;
  secondFactors: number;
};

/** @returns `auth.signed_out` or `auth.second_factor_required`, like `checkLiveSession`. */
export async function describeRecovery(viewer: Acting): Promise<Result<Recovery>> {
  const described = await callAsViewer(viewer, 'describe_recovery');
  if (!described.ok) return described;
  const [recovery = { mayRemove: false, secondFactors: 1 }]: Recovery[] = described.rows;
  return { ok: true, ...recovery };
}
