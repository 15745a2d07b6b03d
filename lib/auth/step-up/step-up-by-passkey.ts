import 'server-only';
import { safeRedirect } from '../../http/safe-redirect.ts';
import { fail, type Result } from '../../result.ts';
import { revokeSession } from '../../session/sign-out.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import type { PasskeyRequest } from '../passkey/passkey-options.ts';
import type { ConfirmByPasskey } from '../passkey/passkey-schemas.ts';
import { readPasskeys } from '../passkey/read-passkeys.ts';
import { requestPasskey } from '../passkey/request-passkey.ts';
import { verifyPasskey } from '../passkey/verify-passkey.ts';
import { actingBy } from './require-recent-auth.ts';

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
