import * as client from 'openid-client';
import { CountersignError } from '../countersign-error.ts';
import type { CheckedSettings } from './settings.ts';
import { type Discover, refusalOf } from './site.ts';

export type Person = {
  /** Names them for good, together with the issuer. Another app of another host knows them by another one. */
  sub: string;
  /** The person's chosen name. Neither unique nor theirs alone. */
  name: string | null;
  /** Confirmed when they signed in, or at the last refresh of their tokens. Null unless the scope has `email`. */
  email: string | null;
};

export type Session = {
  person: Person;
  /** Names the sign-in. Refreshing keeps it. */
  generation: string;
  idToken: string;
  accessToken: string;
  /** Epoch milliseconds. */
  accessTokenEndsAt: number;
  /** Null without the scope `offline_access`. */
  refreshToken: string | null;
};

/** The sessions that this browser last signed out of, newest first. */
export type Ended = { generations: string[] };

/** Three, for a request that is answered after the next sign-out too. */
const mostEnded = 3;

export function addEnded(before: Ended | null, { generation }: Session): Ended {
  return { generations: [generation, ...(before?.generations ?? [])].slice(0, mostEnded) };
}

/** A token that ends while a request is on its way is of no use, in milliseconds. */
const margin = 10_000;

/** @param early in milliseconds: so much before it is. Another process may have another clock. */
export function isOver({ accessTokenEndsAt }: Session, early = 0): boolean {
  return accessTokenEndsAt - margin - early < Date.now();
}

/** The ID token identifies the person. Names are in userinfo. */
export async function readPerson(
  site: client.Configuration,
  accessToken: string,
  sub: string,
): Promise<Person> {
  const { name = null, email = null } = await client.fetchUserInfo(site, accessToken, sub);
  return { sub, name, email };
}

export function makeSession(
  person: Person,
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
  before?: Session,
): Session {
  return {
    person,
    generation: before?.generation ?? crypto.randomUUID(),
    idToken: tokens.id_token ?? before?.idToken ?? '',
    accessToken: tokens.access_token,
    // Ten minutes, where the site doesn't say: docs/apps.md.
    accessTokenEndsAt: Date.now() + (tokens.expiresIn() ?? 600) * 1000,
    refreshToken: tokens.refresh_token ?? before?.refreshToken ?? null,
  };
}

/**
 * Milliseconds for which the site accepts a used refresh token. A request that comes with one meanwhile gets the first
 * one's result.
 */
const forgivenFor = 10_000;

export type Refreshed =
  | { status: 'refreshed'; session: Session }
  /** The site gives no more tokens for it: the person has to go there. */
  | { status: 'ended' }
  | { status: 'unreachable' };

/**
 * Gets new tokens for a session. Many requests with one session at once make one request to the site.
 * @throws CountersignError `invalid_client`
 */
export type Refresh = (session: Session) => Promise<Refreshed>;

export function refreshOnce(settings: CheckedSettings, discover: Discover): Refresh {
  const running = new Map<string, Promise<Refreshed>>();

  async function ask(session: Session, refreshToken: string): Promise<Refreshed> {
    try {
      const { refresh: site } = await discover();
      const tokens = await client.refreshTokenGrant(site, refreshToken);
      const { sub } = session.person;
      if ((tokens.claims()?.sub ?? sub) !== sub) return { status: 'ended' };
      // Without an answer, the session keeps the known name.
      const person = await readPerson(site, tokens.access_token, sub).catch(() => session.person);
      return { status: 'refreshed', session: makeSession(person, tokens, session) };
    } catch (error) {
      return endOf(error);
    }
  }

  function endOf(error: unknown): Refreshed {
    try {
      refusalOf(error, settings);
      return { status: 'ended' };
    } catch (explained) {
      if (!(explained instanceof CountersignError) || explained.code !== 'site_unreachable') throw explained;
      console.error(explained.message);
      return { status: 'unreachable' };
    }
  }

  return async (session) => {
    const { refreshToken } = session;
    if (refreshToken === null) return { status: 'ended' };
    const before = running.get(refreshToken);
    if (before) return before;
    const asked = ask(session, refreshToken);
    running.set(refreshToken, asked);
    const forget = () => running.delete(refreshToken);
    asked.then(
      // Without an answer, the token may still be valid.
      ({ status }) => (status === 'unreachable' ? forget() : setTimeout(forget, forgivenFor).unref?.()),
      forget,
    );
    return asked;
  };
}
