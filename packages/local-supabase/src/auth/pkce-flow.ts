import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Query } from '../core/database.ts';
import { AuthError, validationFailed } from './auth-error.ts';
import type { AuthenticationMethod } from './sessions.ts';
import type { User } from './users.ts';

const Method = z.enum(['email/signup', 'magiclink', 'recovery', 'email_change', 'oauth']);
type MailedMethod = Exclude<z.infer<typeof Method>, 'oauth'>;

/** The lifetime of an authorization code, as at Supabase. */
const codeSeconds = 300;

/** Both are empty if the client sent no challenge. */
export interface Challenge {
  code_challenge: string;
  code_challenge_method: string;
}

/** Undefined without a challenge. Throws AuthError 400 for an unknown method, and for a challenge that RFC 7636 forbids. */
export function readChallengeMethod(challenge: Challenge): 's256' | 'plain' | undefined {
  const { code_challenge: code, code_challenge_method: given } = challenge;
  if ((code === '') !== (given === '')) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (code === '') return undefined;
  if (code.length < 43 || code.length > 128) {
    throw validationFailed('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[\w.~-]+$/.test(code)) {
    const allowed = 'alphanumeric characters, hyphens, periods, underscores and tildes';
    throw validationFailed(`code challenge can only contain ${allowed}`);
  }
  const method = given.toLowerCase();
  if (method === 's256' || method === 'plain') return method;
  throw new AuthError(400, 'validation_failed', 'Code challenge method is not supported');
}

/** Stores the PKCE challenge of an emailed link. Returns false if the client sent none. */
export async function startPkceFlow(
  query: Query,
  { user, challenge, method }: { user: User; challenge: Challenge; method: MailedMethod },
): Promise<boolean> {
  const hashing = readChallengeMethod(challenge);
  if (hashing === undefined) return false;
  await query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
       authentication_method, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3::auth.code_challenge_method, $4, $5, $5, now(), now())`,
    [user.id, randomUUID(), hashing, challenge.code_challenge, method],
  );
  return true;
}

/** The authorization code in a followed link's redirect, which the app exchanges with its verifier. */
export async function issueAuthCode(query: Query, userId: string): Promise<string> {
  const [flow] = await query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
     where id = (select id from auth.flow_state where user_id = $1
       and authentication_method <> 'oauth' order by created_at desc, id limit 1) returning auth_code`,
    [userId],
  );
  if (!flow) throw flowNotFound();
  return flow.auth_code;
}

export interface FinishedFlow {
  userId: string;
  method: AuthenticationMethod;
  /** Empty unless the user signed in at a provider. */
  providerToken: string;
  providerRefreshToken: string;
}

/** Consumes the code if the verifier matches. Throws AuthError 400, 404 or 422. */
export async function finishPkceFlow(
  query: Query,
  { authCode, codeVerifier }: { authCode: string; codeVerifier: string },
): Promise<FinishedFlow> {
  const [flow] = await query<{
    id: string;
    user_id: string | null;
    code_challenge_method: string;
    code_challenge: string;
    authentication_method: string;
    provider_access_token: string | null;
    provider_refresh_token: string | null;
    is_expired: boolean;
  }>(
    `select *, auth_code_issued_at < now() - make_interval(secs => $2) as is_expired
     from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null`,
    [authCode, codeSeconds],
  );
  if (!flow?.user_id) throw flowNotFound();
  if (flow.is_expired)
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  const answer =
    flow.code_challenge_method === 'plain'
      ? codeVerifier
      : createHash('sha256').update(codeVerifier).digest('base64url');
  if (answer !== flow.code_challenge) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
  await query('delete from auth.flow_state where id = $1', [flow.id]);
  return {
    userId: flow.user_id,
    method: Method.parse(flow.authentication_method),
    providerToken: flow.provider_access_token ?? '',
    providerRefreshToken: flow.provider_refresh_token ?? '',
  };
}

function flowNotFound(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
}
