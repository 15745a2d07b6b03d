import { randomBytes, randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Query } from '../core/database.ts';
import type { AuthContext } from './auth-context.ts';
import type { AuthRequest } from './caller.ts';
import { describeUser } from './describe-user.ts';
import { encodeCountedToken } from './refresh-token-v2.ts';
import { firstOf, type User } from './users.ts';

export interface Session {
  id: string;
  user_id: string;
  created_at: string;
  aal: string;
  not_after: string | null;
  refreshed_at: string | null;
  refresh_token_hmac_key: string;
  refresh_token_counter: string | number;
}

export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'email/signup'
  | 'email_change'
  | 'totp'
  | 'oauth'
  | 'web3'
  | 'passkey';

/** A token response before its access token is signed. Created in a transaction, signed after it. */
export interface UnsignedSession {
  claims: JWTPayload;
  refreshToken: string;
  user: Record<string, unknown>;
  /** Fields only this grant returns: the provider's tokens, or the password's weakness. */
  besides?: Record<string, unknown>;
}

export async function findSession(query: Query, id: string): Promise<Session | undefined> {
  return (await query<Session>('select * from auth.sessions where id = $1', [id]))[0];
}

export async function startSession(
  query: Query,
  auth: AuthContext,
  { user, method, request }: { user: User; method: AuthenticationMethod; request: AuthRequest },
): Promise<UnsignedSession> {
  const sessionId = randomUUID();
  const key = randomBytes(32);
  await query(
    `insert into auth.sessions (id, user_id, aal, created_at, updated_at, user_agent, ip, refresh_token_hmac_key,
       refresh_token_counter)
     values ($1, $2, 'aal1', now(), now(), $3, $4, $5, 0)`,
    [sessionId, user.id, request.req.header('user-agent') ?? null, request.env.ip, key.toString('base64url')],
  );
  await recordMethod(query, sessionId, method);
  const signedIn = await query<User>(
    'update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1 returning *',
    [user.id],
  );
  const refreshToken = encodeCountedToken({ sessionId, counter: 0 }, key);
  return describeSession(query, auth, { user: firstOf(signedIn), sessionId, refreshToken });
}

/** Repeated use of a method updates its time. */
export async function recordMethod(
  query: Query,
  sessionId: string,
  method: AuthenticationMethod,
): Promise<void> {
  await query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), $2)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [sessionId, method],
  );
}

/** Advances the session's counter and returns its refresh token. */
export async function advanceRefreshToken(query: Query, sessionId: string, steps: number): Promise<string> {
  const rows = await query<{ key: string; counter: number }>(
    `update auth.sessions set refresh_token_counter = refresh_token_counter + $2 where id = $1
     returning refresh_token_hmac_key as key, refresh_token_counter::int as counter`,
    [sessionId, steps],
  );
  const { key, counter } = firstOf(rows);
  return encodeCountedToken({ sessionId, counter }, Buffer.from(key, 'base64url'));
}

export async function describeSession(
  query: Query,
  auth: AuthContext,
  { user, sessionId, refreshToken }: { user: User; sessionId: string; refreshToken: string },
): Promise<UnsignedSession> {
  const methods = await query<{ method: string; timestamp: number }>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, authentication_method`,
    [sessionId],
  );
  const session = await findSession(query, sessionId);
  const issuedAt = Math.floor(Date.now() / 1000);
  return {
    refreshToken,
    user: await describeUser(query, user),
    claims: {
      iss: auth.issuer,
      sub: user.id,
      aud: user.aud,
      exp: issuedAt + auth.settings.accessTokenSeconds,
      iat: issuedAt,
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.raw_app_meta_data ?? {},
      user_metadata: user.raw_user_meta_data ?? {},
      role: user.role,
      aal: session?.aal ?? 'aal1',
      amr: methods,
      session_id: sessionId,
      is_anonymous: user.is_anonymous,
    },
  };
}

export async function signSession(auth: AuthContext, session: UnsignedSession) {
  return {
    access_token: await auth.signingKeys.sign(session.claims),
    token_type: 'bearer',
    expires_in: auth.settings.accessTokenSeconds,
    expires_at: session.claims.exp,
    refresh_token: session.refreshToken,
    user: session.user,
    ...session.besides,
  };
}
