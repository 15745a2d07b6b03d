import type { SessionOutcome, SessionRefusal } from '../http/session-outcomes.ts';
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
import { refreshes, refreshOnce } from './refresh.ts';
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
