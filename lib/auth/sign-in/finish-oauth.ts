import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { recordActivity } from '../../activity/record-activity.ts';
import { providerNames } from '../../flow/providers.ts';
import { withNext } from '../../flow/with-next.ts';
import { type Failure, fail } from '../../result.ts';
import { revokeSession } from '../../session/revoke-session.ts';
import { readViewer } from '../../session/viewer.ts';
import { callAuth } from '../../supabase/call-auth.ts';
import { settleKnownMethod } from '../account/known-methods.ts';
import { describeOAuthError, type OAuthRefusal } from './describe-oauth-error.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { isJustLinked } from './is-just-linked.ts';
import { type OAuthState, takeOAuthState } from './oauth-state.ts';

export const accountPath = '/account';

export type OAuthCallback = OAuthRefusal & { code?: string | undefined };

type Finished = { ok: true; redirectTo: string } | (Failure & { backTo: string });

/** Only the browser that began the flow can finish it, and only once: its verifier is deleted first. */
export async function finishOAuth({ code, ...refusal }: OAuthCallback): Promise<Finished> {
  const flow = await takeOAuthState();
  if (!flow) return { ...fail('provider.other_browser'), backTo: '/sign-in' };
  const backTo = flow.purpose === 'add' ? accountPath : withNext('/sign-in', flow.next);
  const given = code ? await redeem(code, flow) : fail(describeOAuthError(refusal));
  if (!given.ok) {
    if (flow.purpose === 'add') await stopAdding();
    return { ...given, backTo };
  }
  const session = given.data as Session;
  return flow.purpose === 'add' ? finishAdding(session, flow) : finishSignInFlow(session, flow);
}

function redeem(code: string, { verifier }: OAuthState) {
  const body = { auth_code: code, code_verifier: verifier };
  return callAuth({ method: 'POST', path: '/token?grant_type=pkce', body });
}

/** Ends the announced change after a failure, so that a provider added later counts as another client's. */
async function stopAdding(): Promise<void> {
  const check = await readViewer();
  if (check.signedIn) await settleKnownMethod(check.viewer.id, 'identity');
}

/**
 * Auth itself links a provider to an account with the same confirmed email: a sign-in method that the account's owner didn't add. So the
 * owner is emailed before any second factor is required, and the user who comes in this way is told too.
 */
async function finishSignInFlow(session: Session, { provider, next }: OAuthState): Promise<Finished> {
  const joined = isJustLinked(session.user.identities ?? [], provider);
  if (joined) {
    await recordActivity(session.user.id, {
      kind: 'identity_joined',
      details: { provider: providerNames[provider] },
    });
  }
  const goOnTo = joined ? withNext(`${accountPath}?notice=joined-${provider}`, next) : next;
  const finished = await finishSignIn(session, provider, goOnTo);
  return finished.ok ? finished : { ...finished, backTo: withNext('/sign-in', next) };
}

/** Auth returns a session here too. It is revoked: adding a provider doesn't sign in, and this browser keeps its own session. */
async function finishAdding(session: Session, { provider }: OAuthState) {
  await revokeSession(session);
  await settleKnownMethod(session.user.id, 'identity');
  await recordActivity(session.user.id, {
    kind: 'identity_added',
    details: { provider: providerNames[provider] },
  });
  return { ok: true as const, redirectTo: `${accountPath}?notice=added-${provider}` };
}
