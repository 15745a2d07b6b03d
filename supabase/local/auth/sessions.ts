import { randomBytes, randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Query } from '../database.ts';
import type { AuthContext, AuthRequest } from './auth-context.ts';
import { describeUser } from './describe-user.ts';
import { firstOf, noInstance, type User } from './users.ts';

export interface Session {
  id: string;
  user_id: string;
  created_at: string;
  aal: string;
  not_after: string | null;
}

/** How somebody proved who they are, as it appears in the token's `amr`. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'email/signup'
  | 'email_change'
  | 'totp'
  | 'oauth'
  | 'web3';

/** What a token answer says, before its access token is signed. Made in a transaction, signed after it. */
export interface UnsignedSession {
  claims: JWTPayload;
  refreshToken: string;
  user: Record<string, unknown>;
  /** After a trip to a provider: its tokens, named as they are answered. */
  providerTokens?: { provider_token: string; provider_refresh_token?: string };
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
  await query(
    `insert into auth.sessions (id, user_id, aal, created_at, updated_at, user_agent, ip)
     values ($1, $2, 'aal1', now(), now(), $3, $4)`,
    [sessionId, user.id, request.req.header('user-agent') ?? null, request.env.ip],
  );
  await recordMethod(query, sessionId, method);
  const signedIn = await query<User>(
    'update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1 returning *',
    [user.id],
  );
  const refreshToken = await addRefreshToken(query, { userId: user.id, sessionId, parent: null });
  return describeSession(query, auth, { user: firstOf(signedIn), sessionId, refreshToken });
}

/** A method that is used again counts from now. */
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

/** `parent` is the token that this one replaces. */
export async function addRefreshToken(
  query: Query,
  { userId, sessionId, parent }: { userId: string; sessionId: string; parent: string | null },
): Promise<string> {
  // 12 characters of 5 bits each, the form of Supabase Auth.
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  const token = Array.from(randomBytes(12), (byte) => alphabet.charAt(byte % alphabet.length)).join('');
  await query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ($1, $2, $3, $4, $5, false, now(), now())`,
    [noInstance, token, userId, sessionId, parent],
  );
  return token;
}

/** Takes the place of the session's active refresh token. */
export async function replaceRefreshToken(
  query: Query,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<string> {
  const [replaced] = await query<{ token: string }>(
    'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and revoked = false returning token',
    [sessionId],
  );
  return addRefreshToken(query, { userId, sessionId, parent: replaced?.token ?? null });
}

/** Collects what the token answer of this session says. */
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

/** The answer of every grant: a signed access token beside the refresh token. */
export async function signSession(auth: AuthContext, session: UnsignedSession) {
  return {
    access_token: await auth.signingKeys.sign(session.claims),
    token_type: 'bearer',
    expires_in: auth.settings.accessTokenSeconds,
    expires_at: session.claims.exp,
    refresh_token: session.refreshToken,
    user: session.user,
    ...session.providerTokens,
  };
}
