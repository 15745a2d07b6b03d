import type { Query } from '../database.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { addRefreshToken, describeSession, findSession, type UnsignedSession } from './sessions.ts';
import { findUserById, isBanned } from './users.ts';

interface RefreshToken {
  id: number;
  token: string;
  user_id: string;
  session_id: string | null;
  parent: string | null;
  revoked: boolean;
  revoked_seconds_ago: number;
}

/** A refusal is returned, not thrown: what it changed (a revoked family) has to be committed. */
export type RefreshResult = { ok: true; session: UnsignedSession } | { ok: false; error: AuthError };

/**
 * Trades a refresh token for a new one. A token that was traded before is good once more while its successor is
 * the active one (the answer was lost) or within the reuse interval (two requests at once). After that somebody
 * else must have it, and every token that came from it is revoked.
 */
export async function refreshSession(query: Query, auth: AuthContext, token: string): Promise<RefreshResult> {
  const [presented] = await query<RefreshToken>(
    `select *, extract(epoch from now() - updated_at)::float8 as revoked_seconds_ago
     from auth.refresh_tokens where token = $1`,
    [token],
  );
  const user = presented && (await findUserById(query, presented.user_id));
  if (!presented || !user)
    return refuse('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  if (isBanned(user)) return refuse('user_banned', 'Invalid Refresh Token: User Banned');
  const session = presented.session_id === null ? undefined : await findSession(query, presented.session_id);
  if (!session) return refuse('session_not_found', 'Invalid Refresh Token: No Valid Session Found');
  if (session.not_after !== null && Date.parse(session.not_after) < Date.now()) {
    return refuse('session_expired', 'Invalid Refresh Token: Session Expired');
  }

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
    // Only the first use starts the reuse interval: using it again must not lengthen it.
    await query(
      'update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1 and revoked = false',
      [presented.id],
    );
    refreshToken = await addRefreshToken(query, { userId: user.id, sessionId: session.id, parent: token });
  }
  await query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = $1`,
    [session.id],
  );
  return {
    ok: true,
    session: await describeSession(query, auth, { user, sessionId: session.id, refreshToken }),
  };
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
