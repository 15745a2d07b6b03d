import { hash } from 'node:crypto';
import { z } from 'zod';
import { environment } from '../env.ts';
import type { SessionOutcome, SessionRefusal } from '../http/session-outcomes.ts';
import { logError } from '../log/log.ts';
import { count } from '../metrics/count.ts';
import { shareInProcess } from '../share-in-process.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';
import {
  checkCookieBudget,
  hasSessionCookie,
  joinSessionCookie,
  type RequestCookie,
  type ResponseCookie,
  readSessionCookie,
  SessionTooLarge,
  type StoredSession,
  writeSessionCookie,
} from './cookies.ts';
import { cachedKeySet } from './key-set.ts';
import { touchSession } from './touch-session.ts';
import {
  type Claims,
  linkCookie,
  recallToken,
  type TokenCheck,
  verifyAccessToken,
} from './verify-access-token.ts';

export type SessionCheck =
  | { status: 'signed-in'; claims: Claims }
  | { status: 'signed-out' }
  /** The session can't be checked or refreshed now. It is kept. */
  | { status: 'unavailable' };

/** As in supabase-js: 3 ticks of 30 s, so that a page doesn't start with a token about to expire. */
const expiryMarginInSeconds = 90;
/** Auth's own reuse window. Requests still carrying the old refresh token within 10 s get the new session. */
const reuseWindowInMilliseconds = 10_000;
/** Longer than a page takes to render. A token that expires sooner counts as expired. */
const pageTimeInSeconds = 5;
/** As long as the wait for an unresponsive Auth. */
const outagePauseInMilliseconds = 5_000;

/**
 * Doesn't change the session: an expired token or an unknown key gives no access, but only the middleware's refresh can tell that it has
 * ended. So a token that expires right after the middleware doesn't sign the user out during an outage.
 */
export async function checkSession(cookies: RequestCookie[]): Promise<SessionCheck> {
  const recalled = await recallSession(cookies);
  if (recalled) return { status: 'signed-in', claims: recalled };
  const session = await readSessionCookie(cookies);
  if (!session) return { status: 'signed-out' };
  const token = await verifyCarried(session, cookies);
  if (token.status === 'valid') return { status: 'signed-in', claims: token.claims };
  return { status: token.status === 'refused' ? 'signed-out' : 'unavailable' };
}

/** The claims of exactly these cookies, if checked within the last minute; else null. Saves unsealing, the most expensive step. */
async function recallSession(cookies: RequestCookie[]): Promise<Claims | null> {
  const sealed = await joinSessionCookie(cookies);
  const keySet = cachedKeySet();
  return sealed && keySet ? recallToken(sealed, keySet) : null;
}

async function verifyCarried({ access_token }: StoredSession, cookies: RequestCookie[]): Promise<TokenCheck> {
  const token = await verifyAccessToken(access_token);
  const sealed = await joinSessionCookie(cookies);
  if (token.status === 'valid' && sealed) linkCookie(sealed, access_token);
  return token;
}

export type RefreshedSession = SessionCheck & {
  outcome: SessionOutcome;
  /** To set on the response, and on the request that continues to the page. */
  cookies: ResponseCookie[];
};

/**
 * Refreshes the session if its token expires soon. Only a refusal ends it: an outage keeps it.
 * @param forwarded `forwardingHeaders` of this request. Without them, Auth's limit on refreshes counts all visitors as one.
 */
export async function refreshSession(
  cookies: RequestCookie[],
  forwarded: Record<string, string> = {},
): Promise<RefreshedSession> {
  const recalled = await recallSession(cookies);
  if (recalled && secondsLeft(recalled) > expiryMarginInSeconds)
    return { status: 'signed-in', claims: recalled, outcome: 'cached', cookies: [] };
  const session = await readSessionCookie(cookies);
  if (!session) {
    return hasSessionCookie(cookies)
      ? refuse('unreadable', cookies)
      : { status: 'signed-out', outcome: 'none', cookies: [] };
  }
  const token = await verifyCarried(session, cookies);
  if (token.status === 'unavailable') return { status: 'unavailable', outcome: 'unavailable', cookies: [] };
  // Not signed by the project, or not for this site, so its refresh token isn't sent to Auth.
  if (token.status === 'refused') return refuse('token', cookies);

  const usable: (RefreshedSession & { status: 'signed-in' }) | null =
    token.status === 'valid' && secondsLeft(token.claims) > pageTimeInSeconds
      ? {
          status: 'signed-in',
          claims: token.claims,
          outcome: token.known ? 'cached' : 'verified',
          cookies: [],
        }
      : null;
  if (usable && !isRefreshDue(usable.claims)) return usable;

  const refreshed = await refreshOnce(session.refresh_token, forwarded);
  if (refreshed.status === 'unavailable')
    return usable ?? { status: 'unavailable', outcome: 'unavailable', cookies: [] };
  if (refreshed.status === 'refused')
    return refuse(token.status === 'unknown-key' ? 'token' : 'ended', cookies);
  const fresh = await verifyAccessToken(refreshed.session.access_token);
  if (fresh.status === 'valid') return keepSession(refreshed.session, fresh.claims, cookies);
  // This server can't verify Auth's new token yet. Keeps the session, or the next refresh would lack its refresh token.
  return {
    status: 'unavailable',
    outcome: 'unavailable',
    cookies: writeSessionCookie(refreshed.session, cookies),
  };
}

/** Not due while Auth was just unreachable: a request with a valid token needn't wait for Auth again. */
function isRefreshDue(claims: Claims): boolean {
  const isAuthDown = Date.now() - refreshes.failedAt < outagePauseInMilliseconds;
  return secondsLeft(claims) <= expiryMarginInSeconds && !isAuthDown;
}

const secondsLeft = ({ exp }: Claims) => exp - Date.now() / 1000;

function refuse(why: SessionRefusal, carried: RequestCookie[]): RefreshedSession {
  return { status: 'signed-out', outcome: `refused:${why}`, cookies: writeSessionCookie(null, carried) };
}

/** Ends a session that outgrew its cookies: servers would refuse every request with them, even sign-out. */
function keepSession(session: StoredSession, claims: Claims, carried: RequestCookie[]): RefreshedSession {
  const cookies = writeSessionCookie(session, carried);
  try {
    checkCookieBudget(cookies, session.access_token);
  } catch (error) {
    if (!(error instanceof SessionTooLarge)) throw error;
    return refuse('too-large', carried);
  }
  return { status: 'signed-in', claims, outcome: 'refreshed', cookies };
}

type Refresh =
  | { status: 'refreshed'; session: StoredSession }
  | { status: 'refused' }
  | { status: 'unavailable' };

type SharedRefresh = { answer: Promise<Refresh>; newRefreshToken?: string };

/** Refreshes under way or just done, by a hash of their refresh token; and the time of the last outage. */
const refreshes = shareInProcess('refreshes', () => ({
  byToken: new Map<string, SharedRefresh>(),
  failedAt: Number.NEGATIVE_INFINITY,
}));

/** Requests with the same refresh token share one refresh, also just after it. */
function refreshOnce(refreshToken: string, forwarded: Record<string, string>): Promise<Refresh> {
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
