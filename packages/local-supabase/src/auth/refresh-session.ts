import type { Query } from '../core/database.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError, validationFailed } from './auth-error.ts';
import { decodeCountedToken } from './refresh-token-v2.ts';
import {
  addRefreshToken,
  advanceRefreshToken,
  describeSession,
  findSession,
  type Session,
  type UnsignedSession,
} from './sessions.ts';
import { findUserById, isBanned, type User } from './users.ts';

interface RefreshToken {
  id: number;
  token: string;
  user_id: string;
  session_id: string | null;
  parent: string | null;
  revoked: boolean;
  revoked_seconds_ago: number;
}

/** Errors are returned, not thrown, so that the revocation of the token family is committed. */
type RefreshResult = { ok: true; session: UnsignedSession } | { ok: false; error: AuthError };

/**
 * Exchanges a refresh token for a new one. A used token works again while its successor is the active one (the response was
 * lost) or within the reuse interval (concurrent requests). Later reuse counts as theft and revokes the session's tokens.
 */
export function refreshSession(query: Query, auth: AuthContext, token: string): Promise<RefreshResult> {
  if (/^[a-z0-9]{12}$/.test(token)) return refreshByRow(query, auth, token);
  const counted = decodeCountedToken(token);
  if (!counted) throw validationFailed('Refresh token is not valid');
  return refreshByCount(query, auth, counted);
}

async function refreshByRow(query: Query, auth: AuthContext, token: string): Promise<RefreshResult> {
  const [presented] = await query<RefreshToken>(
    `select *, extract(epoch from now() - updated_at)::float8 as revoked_seconds_ago
     from auth.refresh_tokens where token = $1`,
    [token],
  );
  const user = presented && (await findUserById(query, presented.user_id));
  if (!presented || !user)
    return refuse('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  const session = presented.session_id === null ? undefined : await findSession(query, presented.session_id);
  if (!session) return refuse('session_not_found', 'Invalid Refresh Token: No Valid Session Found');
  const ended = refuseEndedSession(user, session);
  if (ended) return ended;

  const active = presented.revoked ? await findActiveToken(query, session.id) : undefined;
  const isParentOfActive = active !== undefined && active.parent === presented.token;
  if (presented.revoked && !isParentOfActive) {
    if (presented.revoked_seconds_ago >= auth.settings.reuseIntervalSeconds) {
      await revokeFamily(query, session.id);
      return refuse('refresh_token_already_used', 'Invalid Refresh Token: Already Used');
    }
  }

  let refreshToken = active?.token;
  if (!isParentOfActive || refreshToken === undefined) {
    // Only the first use starts the reuse interval; later ones must not extend it.
    await query(
      'update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1 and revoked = false',
      [presented.id],
    );
    refreshToken = await addRefreshToken(query, { userId: user.id, sessionId: session.id, parent: token });
  }
  return {
    ok: true,
    session: await recordRefresh(query, auth, { user, sessionId: session.id, refreshToken }),
  };
}

/**
 * The same for version 2 tokens: the previous token always works, older ones only within the reuse interval after the last
 * refresh. Later reuse ends the session.
 */
async function refreshByCount(
  query: Query,
  auth: AuthContext,
  token: NonNullable<ReturnType<typeof decodeCountedToken>>,
): Promise<RefreshResult> {
  const session = await findSession(query, token.sessionId);
  const key = session?.refresh_token_hmac_key;
  const user = session && (await findUserById(query, session.user_id));
  if (!session || !user || !key || !token.isSignedWith(Buffer.from(key, 'base64url'))) {
    return refuse('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  }
  const ended = refuseEndedSession(user, session);
  if (ended) return ended;
  const behind = Number(session.refresh_token_counter) - token.counter;
  if (behind < 0) return refuse('validation_failed', 'Invalid Refresh Token: Not Issued By This Server');
  const refreshedAt = session.refreshed_at === null ? session.created_at : `${session.refreshed_at}Z`;
  const secondsAgo = (Date.now() - Date.parse(refreshedAt)) / 1000;
  if (behind > 1 && Math.abs(secondsAgo) >= auth.settings.reuseIntervalSeconds) {
    await query('delete from auth.sessions where id = $1', [session.id]);
    return refuse('refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
  // A reused token returns the newest one, so that concurrent clients end up with the same token.
  const refreshToken = (await advanceRefreshToken(query, session.id, behind === 0 ? 1 : 0)) ?? '';
  return {
    ok: true,
    session: await recordRefresh(query, auth, { user, sessionId: session.id, refreshToken }),
  };
}

/** Null for a live session. */
function refuseEndedSession(user: User, session: Session): RefreshResult | null {
  if (isBanned(user)) return refuse('user_banned', 'Invalid Refresh Token: User Banned');
  if (session.not_after === null || Date.parse(session.not_after) >= Date.now()) return null;
  return refuse('session_expired', 'Invalid Refresh Token: Session Expired');
}

async function recordRefresh(
  query: Query,
  auth: AuthContext,
  refreshed: { user: User; sessionId: string; refreshToken: string },
): Promise<UnsignedSession> {
  await query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = $1`,
    [refreshed.sessionId],
  );
  return describeSession(query, auth, refreshed);
}

function refuse(code: string, message: string): RefreshResult {
  return { ok: false, error: new AuthError(400, code, message) };
}

async function findActiveToken(query: Query, sessionId: string): Promise<RefreshToken | undefined> {
  const rows = await query<RefreshToken>(
    'select * from auth.refresh_tokens where session_id = $1 and revoked = false order by id desc limit 1',
    [sessionId],
  );
  return rows[0];
}

async function revokeFamily(query: Query, sessionId: string): Promise<void> {
  await query(
    'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and revoked = false',
    [sessionId],
  );
}
