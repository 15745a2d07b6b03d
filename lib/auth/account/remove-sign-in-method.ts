import 'server-only';
import { recordActivity } from '../../activity/record-activity.ts';
import { logError } from '../../log/log.ts';
import { fail, type Result } from '../../result.ts';
import { readAccessToken, refreshClaims } from '../../session/request-session.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callAuth } from '../../supabase/call-auth.ts';
import { readEnabledSignInMethods } from '../../supabase/settings.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { changeKnownMethod } from './known-methods.ts';
import { isLastSignInMethod, nameIdentity, readSignInMethods } from './sign-in-methods.ts';

/**
 * Removes a provider or wallet, and ends other sessions by it. Keeps the last enabled method (Auth: the last) and emails, which get codes.
 */
export async function removeSignInMethod(identityId: string): Promise<Result> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const read = await readSignInMethods(acting.viewer);
  if (!read.ok) return read;
  const identity = read.signInMethods.identities.find(({ id }) => id === identityId);
  if (!identity || identity.kind === 'email') return fail('sign_in_method.unknown');
  // The wallet's proof would still sign in to the account.
  if (identity.isProvenWallet) return fail('sign_in_method.proven_wallet');
  if (read.signInMethods.identities.length === 1) return fail('sign_in_method.last');
  if (isLastSignInMethod(read.signInMethods, identity.id, await readEnabledSignInMethods()))
    return fail('sign_in_method.last_open');
  const accessToken = await readAccessToken();
  const removed = await changeKnownMethod(
    acting.viewer.id,
    { kind: 'identity', reference: identity.id },
    () => callAuth({ method: 'DELETE', path: `/user/identities/${identity.id}`, accessToken }),
  );
  if (!removed.ok) return removed;
  await recordActivity(acting.viewer.id, {
    kind: 'identity_removed',
    details: { provider: nameIdentity(identity) },
  });
  // The method is removed, so a failure to end sessions must not prevent the event and its email.
  const ended = await callAsViewer(acting.viewer, 'end_sessions_of_sign_in_method', {
    p_method: identity.kind,
    p_address: identity.who,
  });
  if (!ended.ok)
    logError(
      'session.not_ended',
      `Sessions could not be ended after a sign-in method was removed: ${ended.code}`,
    );
  // The account's email may have changed with it.
  await refreshClaims();
  return { ok: true };
}
