import 'server-only';
import type { AuthError } from '@supabase/supabase-js';
import { z } from 'zod';
import { fail, type Result } from '../../result.ts';
import { listAuthenticators, listKnownFactors } from '../../session/mfa.ts';
import { createSupabase } from '../../session/request-session.ts';
import { actingViewer, type Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAdminSupabase } from '../../supabase/server.ts';
import { describeRecovery } from '../step-up/describe-step-up.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { changeKnownMethod, withdrawPasskeyChange } from './known-methods.ts';

/** `factor.gone`; `auth.authenticator_code_required` if this session is neither at aal2 nor allowed otherwise (`removeAsServer`). */
export async function removeAuthenticator(id: string): Promise<Result> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const before = await listAuthenticators(viewer.id);
  if (!before.ok) return before;
  // Announcing an unverified factor would make it count as this site's own.
  if (!before.authenticators.some((one) => one.id === id)) return fail('factor.gone');
  const gone = await (viewer.aal === 'aal2' ? removeAtAuth(viewer, id) : removeAsServer(viewer, id));
  return gone.ok ? voidRecoveryCodes(viewer.id) : gone;
}

/** As the viewer. Auth requires aal2. */
async function removeAtAuth(viewer: Viewer, id: string): Promise<Result> {
  const supabase = await createSupabase();
  return removeAnnounced(viewer.id, id, () => supabase.auth.mfa.unenroll({ factorId: id }));
}

/** Below aal2, the database decides: lost ones after a recovery code; external ones, if all are, after a passkey of this site. */
async function removeAsServer(viewer: Viewer, id: string): Promise<Result> {
  const lost = await callAsViewer(viewer, 'begin_lost_authenticator_removal');
  if (lost.ok) return lost.rows.includes(id) ? deleteAuthenticator(viewer.id, id) : fail('factor.gone');
  const known = await listKnownFactors(viewer.id);
  if (!known.ok) return known;
  return known.rows.length > 0 ? lost : removeExternal(viewer, id);
}

/** The database's answer if a passkey of this site was used in the last 10 minutes. */
const PasskeySuffices = z.object({ needsPassword: z.literal(false), needsCode: z.literal(false) });

/** After a passkey of this site: all authenticators are external, and Auth would require a code of their owner, perhaps an attacker. */
async function removeExternal(viewer: Viewer, id: string): Promise<Result> {
  const found = await callAsViewer(viewer, 'find_authenticator_recovery');
  if (!found.ok) return found;
  // The sign-in page collects a password or a code.
  if (!PasskeySuffices.safeParse(found.rows).success) return fail('auth.authenticator_code_required');
  const taken = await callAsViewer(viewer, 'begin_authenticator_recovery');
  if (!taken.ok) return taken;
  return taken.rows.includes(id) ? deleteAuthenticator(viewer.id, id) : fail('factor.gone');
}

/** Deletes the recovery codes with the last second factor, so that they don't apply to the next one. */
export async function voidRecoveryCodes(userId: string): Promise<Result> {
  const voided = await callFunction('void_recovery_codes', { p_user_id: userId });
  return voided.ok ? { ok: true } : voided;
}

/** Acts as the server. The database records one of two concurrent removals, even if Auth confirms both; the other gets `factor.gone`. */
export function deleteAuthenticator(userId: string, id: string): Promise<Result> {
  const { mfa } = createAdminSupabase().auth.admin;
  return removeAnnounced(userId, id, () => mfa.deleteFactor({ userId, id }));
}

/** Announces the removal. If Auth refuses, withdraws the announcement, so that a later removal counts as another client's. */
async function removeAnnounced(
  userId: string,
  id: string,
  remove: () => Promise<{ error: AuthError | null }>,
): Promise<Result> {
  const removed = await changeKnownMethod<Result & { ok: true }>(
    userId,
    { kind: 'authenticator', reference: id },
    async () => {
      const { error } = await remove();
      return error ? failFromAuth(error) : { ok: true };
    },
  );
  if (!removed.ok && removed.code !== 'backend.unavailable' && removed.code !== 'factor.gone')
    await withdrawPasskeyChange(userId, { passkeyId: id });
  return removed;
}

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
