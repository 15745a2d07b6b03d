import { randomUUID } from 'node:crypto';
import type { Query } from '../../core/database.ts';
import { AuthError } from '../auth-error.ts';
import { type Challenge, readChallengeMethod } from '../pkce-flow.ts';
import { uuidForm } from '../require-viewer.ts';
import type { ProviderTokens } from './provider.ts';

/** The time to sign in at the provider, as at Supabase. */
const flowSeconds = 300;

/** A sign-in at a provider, from the redirect there to the callback. Its ID is the `state` parameter. */
export interface OAuthFlow {
  id: string;
  provider_type: string;
  /** Null if the session is returned in the fragment. */
  code_challenge: string | null;
  auth_code: string | null;
  user_id: string | null;
  referrer: string;
  /** The account to link the identity to; null for a sign-in. */
  linking_target_id: string | null;
}

interface NewOAuthFlow {
  provider: string;
  challenge: Challenge;
  redirectTo: string;
  linkingTargetId: string | null;
}

export async function startOAuthFlow(query: Query, flow: NewOAuthFlow): Promise<string> {
  const id = randomUUID();
  const method = readChallengeMethod(flow.challenge);
  await query(
    `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
       authentication_method, referrer, linking_target_id, created_at, updated_at)
     values ($1, $2, $3::auth.code_challenge_method, $4, $5, 'oauth', $6, $7, now(), now())`,
    [
      id,
      randomUUID(),
      method ?? null,
      flow.challenge.code_challenge || null,
      flow.provider,
      flow.redirectTo,
      flow.linkingTargetId,
    ],
  );
  return id;
}

/** Throws AuthError 400 for an unknown, expired or used state. */
export async function findOAuthFlow(query: Query, state: string): Promise<OAuthFlow> {
  if (state === '') throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
  if (!uuidForm.test(state)) {
    throw new AuthError(400, 'bad_oauth_state', 'OAuth state parameter is invalid');
  }
  const [flow] = await query<OAuthFlow & { is_expired: boolean }>(
    `select *, created_at < now() - make_interval(secs => $2) as is_expired
     from auth.flow_state where id = $1 and authentication_method = 'oauth'`,
    [state, flowSeconds],
  );
  if (!flow) throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired');
  if (flow.is_expired) throw new AuthError(400, 'bad_oauth_state', 'OAuth state has expired');
  if (flow.user_id !== null) throw alreadyUsed();
  return flow;
}

/** Stores the flow's account and the provider's tokens, once. Throws AuthError 400 the second time. */
export async function finishOAuthFlow(
  query: Query,
  { flow, userId, tokens }: { flow: OAuthFlow; userId: string; tokens: ProviderTokens },
): Promise<void> {
  const finished = await query(
    `update auth.flow_state set user_id = $2, provider_access_token = $3, provider_refresh_token = $4,
       auth_code_issued_at = now(), updated_at = now() where id = $1 and user_id is null returning id`,
    [flow.id, userId, tokens.accessToken, tokens.refreshToken],
  );
  if (finished.length === 0) throw alreadyUsed();
}

export async function endOAuthFlow(query: Query, flow: OAuthFlow): Promise<void> {
  const ended = await query('delete from auth.flow_state where id = $1 returning id', [flow.id]);
  if (ended.length === 0) throw alreadyUsed();
}

function alreadyUsed(): AuthError {
  return new AuthError(400, 'flow_state_already_used', 'State has already been used');
}
