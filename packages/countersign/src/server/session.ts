import * as client from 'openid-client';
import { CountersignError } from '../countersign-error.ts';
import { describeCause } from './describe-cause.ts';
import type { Person } from './person.ts';
import type { CheckedSettings } from './settings.ts';
import { type Discover, oauthErrorOf } from './site.ts';

export type Session = {
  person: Person;
  /** Identifies the sign-in, and stays the same across refreshes. */
  generation: string;
  /** For signing out at the site; null if the app doesn't offer that. */
  idToken: string | null;
  /** Null without the scope `offline_access`: the app's secret reads the wallets. */
  tokens: Tokens | null;
};

type Tokens = {
  accessToken: string;
  /** Epoch milliseconds. */
  accessTokenEndsAt: number;
  refreshToken: string;
};

/** The sessions that this browser signed out of last, newest first. */
export type Ended = { generations: string[] };

/** More than one, for a request whose response arrives after the next sign-out. */
const mostEnded = 3;

export function addEnded(before: Ended | null, { generation }: Session): Ended {
  return { generations: [generation, ...(before?.generations ?? [])].slice(0, mostEnded) };
}

/** A token about to expire may do so before the request reaches the site. */
const marginMs = 10_000;

/** @param early milliseconds before the actual expiry, for another process's clock */
export function isExpired({ tokens }: Session, early = 0): boolean {
  return tokens !== null && tokens.accessTokenEndsAt - marginMs - early < Date.now();
}

/** Reads the name and email from userinfo; the ID token has only the subject. */
export async function fetchPerson(
  site: client.Configuration,
  accessToken: string,
  sub: string,
): Promise<Omit<Person, 'acr' | 'authTime'>> {
  const { name = null, email = null } = await client.fetchUserInfo(site, accessToken, sub);
  return { sub, name, email };
}

export function makeSession(
  person: Person,
  answer: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
  { postLogoutRedirectUri }: CheckedSettings,
  before?: Session,
): Session {
  const refreshToken = answer.refresh_token ?? before?.tokens?.refreshToken;
  return {
    person,
    generation: before?.generation ?? crypto.randomUUID(),
    idToken: postLogoutRedirectUri === null ? null : (answer.id_token ?? before?.idToken ?? null),
    tokens: refreshToken
      ? {
          accessToken: answer.access_token,
          // 10 minutes if the site doesn't say (docs/apps.md).
          accessTokenEndsAt: Date.now() + (answer.expiresIn() ?? 600) * 1000,
          refreshToken,
        }
      : null,
  };
}

/** The site accepts a used refresh token for this long. Requests with that token get the first one's result until then. */
const reuseIntervalMs = 10_000;
/** Requests wait this long for another's refresh, which never settles on workerd if the request that began it is canceled. */
const sharedRefreshMs = 2000;

export type Refreshed =
  | { status: 'refreshed'; session: Session }
  /** The site refuses new tokens. The person must sign in there again. */
  | { status: 'ended' }
  | { status: 'unreachable' };

/**
 * Refreshes a session's tokens. Concurrent calls with one session share a request to the site.
 * @throws CountersignError `invalid_client`
 */
export type Refresh = (session: Session) => Promise<Refreshed>;

export function refreshOnce(settings: CheckedSettings, discover: Discover): Refresh {
  const recent = new Map<string, { refreshed: Promise<Refreshed>; until: number }>();

  async function refresh(session: Session, refreshToken: string): Promise<Refreshed> {
    try {
      const { refresh: site } = await discover();
      const tokens = await client.refreshTokenGrant(site, refreshToken);
      const { sub } = session.person;
      if ((tokens.claims()?.sub ?? sub) !== sub) {
        console.error('The session ended: its new tokens were for another person.');
        return { status: 'ended' };
      }
      const read = await fetchPerson(site, tokens.access_token, sub).catch((error: unknown) => {
        console.error(`The session keeps its name and email: ${describeCause(error)}`);
        return session.person;
      });
      const person = { ...session.person, ...read };
      return { status: 'refreshed', session: makeSession(person, tokens, settings, session) };
    } catch (error) {
      return describeFailure(error);
    }
  }

  function describeFailure(error: unknown): Refreshed {
    try {
      const refusal = oauthErrorOf(error, settings);
      // The usual end, after the person ended the app's access.
      if (refusal !== 'invalid_grant')
        console.error(`The tokens were not refreshed: ${describeCause(error)}`);
      return { status: 'ended' };
    } catch (explained) {
      if (!(explained instanceof CountersignError) || explained.code !== 'unreachable') throw explained;
      console.error(explained.message);
      return { status: 'unreachable' };
    }
  }

  return async (session) => {
    if (session.tokens === null) return { status: 'refreshed', session };
    const { refreshToken } = session.tokens;
    // By time and not by a timer, which workerd ends with its request.
    for (const [token, { until }] of recent) if (until < Date.now()) recent.delete(token);
    let before = recent.get(refreshToken);
    let shared = before && (await settledOf(before.refreshed));
    // The first to give up refreshes, and the others wait for it.
    while (!shared && before !== recent.get(refreshToken)) {
      before = recent.get(refreshToken);
      shared = before && (await settledOf(before.refreshed));
    }
    if (shared) return shared;
    const own = refresh(session, refreshToken);
    // The earlier one may only be slow.
    const refreshed = before
      ? Promise.race([
          own,
          before.refreshed.then(
            (one) => (one.status === 'unreachable' ? own : one),
            () => own,
          ),
        ])
      : own;
    recent.set(refreshToken, { refreshed, until: Date.now() + reuseIntervalMs });
    const forget = () => recent.delete(refreshToken);
    // Without a response, the token may still be valid, so the next call retries.
    refreshed.then(({ status }) => status === 'unreachable' && forget(), forget);
    return refreshed;
  };
}

/** @returns null if the refresh fails with its request, or doesn't settle in time. @throws CountersignError */
function settledOf(refreshed: Promise<Refreshed>): Promise<Refreshed | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, sharedRefreshMs, null);
    const settle = (error: unknown) => (error instanceof CountersignError ? reject(error) : resolve(null));
    refreshed.then(resolve, settle).finally(() => clearTimeout(timer));
  });
}
