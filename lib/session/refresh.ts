import { hash } from 'node:crypto';
import { z } from 'zod';
import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import { count } from '../metrics/count.ts';
import { shareInProcess } from '../share-in-process.ts';
import type { ArgumentsOf } from '../supabase/call-function.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';
import { fetchBackend } from '../supabase/fetch-backend.ts';
import { schemaHeaders, tokenLevelHeader } from '../supabase/rest.ts';
import type { StoredSession } from './cookies.ts';
import { type Claims, verifyAccessToken } from './verify-access-token.ts';

/** Auth's own reuse window. Requests still carrying the old refresh token within 10 s get the new session. */
const reuseWindowInMilliseconds = 10_000;

type Refresh =
  | { status: 'refreshed'; session: StoredSession }
  | { status: 'refused' }
  | { status: 'unavailable' };

type SharedRefresh = { answer: Promise<Refresh>; newRefreshToken?: string };

/** Refreshes under way or just done, by a hash of their refresh token; and the time of the last outage. */
export const refreshes = shareInProcess('refreshes', () => ({
  byToken: new Map<string, SharedRefresh>(),
  failedAt: Number.NEGATIVE_INFINITY,
}));

/** Requests with the same refresh token share one refresh, also just after it. */
export function refreshOnce(refreshToken: string, forwarded: Record<string, string>): Promise<Refresh> {
  const key = hash('sha256', refreshToken);
  const shared = refreshes.byToken.get(key);
  if (shared) return shared.answer;
  const refresh: SharedRefresh = { answer: refreshIfLive(refreshToken, forwarded) };
  refreshes.byToken.set(key, refresh);
  const forget = () => refreshes.byToken.delete(key);
  refresh.answer.then((given) => {
    count('sessionRefreshes', { outcome: given.status });
    if (given.status === 'unavailable') refreshes.failedAt = Date.now();
    if (given.status !== 'refreshed') return forget();
    refresh.newRefreshToken = given.session.refresh_token;
    setTimeout(forget, reuseWindowInMilliseconds).unref();
  }, forget);
  return refresh.answer;
}

/** Auth may refresh a session that the session table has ended. It is refused here. */
async function refreshIfLive(refreshToken: string, forwarded: Record<string, string>): Promise<Refresh> {
  const refreshed = await requestRefresh(refreshToken, forwarded);
  if (refreshed.status !== 'refreshed') return refreshed;
  const fresh = await verifyAccessToken(refreshed.session.access_token);
  const isOver = fresh.status === 'valid' && (await touchSession(fresh.claims)) === 'ended';
  return isOver ? { status: 'refused' } : refreshed;
}

/** After a sign-out, keeps a late request with the old cookie from bringing the session back. */
export function forgetRefreshes(refreshToken: string): void {
  refreshes.byToken.delete(hash('sha256', refreshToken));
  for (const [key, { newRefreshToken }] of refreshes.byToken) {
    if (newRefreshToken === refreshToken) refreshes.byToken.delete(key);
  }
}

const TokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  expires_at: z.number().optional(),
});

async function requestRefresh(
  refreshToken: string,
  forwarded: Record<string, string>,
  isSecondTry = false,
): Promise<Refresh> {
  // Auth accepts a forwarded address only with the secret key.
  const key = Object.keys(forwarded).length > 0 && { apikey: environment().supabaseSecretKey };
  try {
    const response = await fetchAuth('/token?grant_type=refresh_token', {
      method: 'POST',
      headers: { ...key, ...forwarded },
      body: { refresh_token: refreshToken },
    });
    // Another process is refreshing this session. Within the reuse window, this one gets the same result.
    if (response.status === 409 && !isSecondTry) return requestRefresh(refreshToken, forwarded, true);
    if (response.status === 429 || response.status >= 500) return { status: 'unavailable' };
    if (!response.ok)
      return isRefusal(await response.json()) ? { status: 'refused' } : { status: 'unavailable' };
    const answer = TokenAnswer.parse(await response.json());
    return {
      status: 'refreshed',
      session: {
        ...answer,
        expires_at: answer.expires_at ?? Math.floor(Date.now() / 1000) + answer.expires_in,
        token_type: 'bearer',
      },
    };
  } catch (error) {
    // Unreachable, too slow, or not Auth's answer (a proxy's page): the session's state is unknown.
    logError(
      'session.refresh_failed',
      `Refreshing a session failed: ${error instanceof Error ? error.name : 'unknown'}`,
    );
    return { status: 'unavailable' };
  }
}

/** Auth's codes for an ended session. A 4xx without them is from a gateway, or due to a bad API key. */
const refusals = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'validation_failed',
]);

function isRefusal(body: unknown): boolean {
  const parsed = z.object({ code: z.string() }).safeParse(body);
  return parsed.success && refusals.has(parsed.data.code);
}

/**
 * Records a refresh, and whether the session may continue, since Auth may keep a session that the session table has ended, or that lacks
 * its second factor. Without supabase-js, to keep the middleware small. @returns 'unknown' in an outage. Never throws.
 */
export async function touchSession({ sub, session_id, aal }: Claims): Promise<'live' | 'ended' | 'unknown'> {
  const { supabaseUrl, supabaseSecretKey } = environment();
  try {
    const answer = await fetchBackend(`${supabaseUrl}/rest/v1/rpc/touch_session`, {
      method: 'POST',
      headers: {
        ...serverKeyHeaders(supabaseSecretKey),
        ...schemaHeaders,
        'content-type': 'application/json',
        [tokenLevelHeader]: aal,
      },
      body: JSON.stringify({
        p_user_id: sub,
        p_session_id: session_id,
      } satisfies ArgumentsOf<'touch_session'>),
      cache: 'no-store',
    });
    const isLive: unknown = answer.ok ? await answer.json() : null;
    if (typeof isLive === 'boolean') return isLive ? 'live' : 'ended';
    logError('session.not_noted', `A session's refresh was not recorded: ${answer.status}`);
  } catch (error) {
    logError(
      'session.not_noted',
      `A session's refresh was not recorded: ${error instanceof Error ? error.name : 'unknown'}`,
    );
  }
  return 'unknown';
}

/** A legacy key is a JWT and must be sent as a bearer token too; a newer key must not. */
function serverKeyHeaders(key: string): Record<string, string> {
  return key.startsWith('eyJ') ? { apikey: key, authorization: `Bearer ${key}` } : { apikey: key };
}
