import type { Query } from '../core/database.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError, validationFailed } from './auth-error.ts';
import { decodeCountedToken } from './refresh-token-v2.ts';
import {
  advanceRefreshToken,
  describeSession,
  findSession,
  type Session,
  type UnsignedSession,
} from './sessions.ts';
import { findUserById, isBanned, type User } from './users.ts';

/** Errors are returned, not thrown, so that the end of the session is committed. */
type RefreshResult = { ok: true; session: UnsignedSession } | { ok: false; error: AuthError };

/**
 * Exchanges a refresh token for a new one. The previous token always works, since the response may have been lost, and older ones
 * only within the reuse interval after the last refresh. Later reuse counts as theft and ends the session.
 */
export async function refreshSession(
  query: Query,
  auth: AuthContext,
  presented: string,
): Promise<RefreshResult> {
  // A token of version 1, which no session here has.
  if (/^[a-z0-9]{12}$/.test(presented)) return refuseUnknown();
  const token = decodeCountedToken(presented);
  if (!token) throw validationFailed('Refresh token is not valid');
  const session = await findSession(query, token.sessionId);
  const key = session?.refresh_token_hmac_key;
  const user = session && (await findUserById(query, session.user_id));
  if (!session || !user || !key || !token.isSignedWith(Buffer.from(key, 'base64url'))) {
    return refuseUnknown();
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
  const refreshToken = await advanceRefreshToken(query, session.id, behind === 0 ? 1 : 0);
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

function refuseUnknown(): RefreshResult {
  return refuse('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}

function refuse(code: string, message: string): RefreshResult {
  return { ok: false, error: new AuthError(400, code, message) };
}
