import 'server-only';
import type { Result } from '../../result.ts';
import { actingViewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { describeRecovery } from '../step-up/describe-recovery.ts';
import { deleteAuthenticator, voidRecoveryCodes } from './remove-authenticator.ts';

/**
 * Removes the authenticators that this session's recovery code replaced, up to 10 minutes ago, and the other codes. Idempotent.
 * Acts as the server, since Auth would require a code. `auth.authenticator_code_required` otherwise, or once another was added.
 */
export async function removeLostAuthenticators(): Promise<Result> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const taken = await callAsViewer(viewer, 'begin_lost_authenticator_removal');
  if (!taken.ok) {
    const now = await describeRecovery(viewer);
    // A concurrent request has removed them.
    return now.ok && now.secondFactors === 0 ? { ok: true } : taken;
  }
  for (const id of taken.rows) {
    const removed = await deleteAuthenticator(viewer.id, id);
    if (!removed.ok && removed.code !== 'factor.gone') return removed;
  }
  return voidRecoveryCodes(viewer.id);
}
