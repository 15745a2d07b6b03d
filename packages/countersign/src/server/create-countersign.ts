import { handlersOf } from './handlers.ts';
import { type AppCookie, sealCookies } from './sealed-cookies.ts';
import { isOver, type Person, refreshOnce, type Session } from './session.ts';
import { checkSettings, type Settings } from './settings.ts';
import { prepareSignIn } from './sign-in.ts';
import { discoverOnce } from './site.ts';
import { readWalletsOf, type WalletsAnswer } from './wallets.ts';

/** Sign-in with a Countersign site, for a server that speaks `Request` and `Response`. */
export type Countersign = {
  /**
   * Answers the addresses that lie beside the redirect address and are told apart by their last segment:
   *
   * | Address | What it does |
   * |---|---|
   * | `GET sign-in?returnTo=/path` | leads the browser to the site |
   * | `GET` the redirect address | signs the person in, and leads to `returnTo` |
   * | `GET refresh?returnTo=/path` | gets new tokens, and leads to `returnTo` |
   * | `GET wallets` | the person and their wallets as JSON, for the app's own scripts |
   * | `POST sign-out?returnTo=/path` | signs out, also of the site if `postLogoutRedirectUri` is set and the person wants that |
   */
  handle(request: Request): Promise<Response>;
  /** @returns who is signed in, by the cookies of a request; null if nobody is. Nobody else is asked. */
  readPerson(cookieHeader: string | null): Promise<Person | null>;
  /** Asks the site which wallets the person of a request shares at this moment. */
  readWallets(cookieHeader: string | null): Promise<WalletsAnswer>;
  /** The same where a cookie can be set: an access token that is over is refreshed first. @returns also the cookie to set, if any */
  refreshWallets(cookieHeader: string | null): Promise<{ answer: WalletsAnswer; cookie: AppCookie | null }>;
  /** @returns the path of a handler */
  pathOf(handler: 'sign-in' | 'sign-out' | 'wallets' | 'refresh', query?: Record<string, string>): string;
};

/**
 * Settings are read and checked at the first use, so that building an app needs none.
 * @throws CountersignError from every function: `settings`, `invalid_client`, `insufficient_scope`
 */
export function createCountersign(given: Settings = {}): Countersign {
  let made: Countersign | undefined;
  const get = () => {
    made ??= create(given);
    return made;
  };
  return {
    handle: async (request) => get().handle(request),
    readPerson: async (cookieHeader) => get().readPerson(cookieHeader),
    readWallets: async (cookieHeader) => get().readWallets(cookieHeader),
    refreshWallets: async (cookieHeader) => get().refreshWallets(cookieHeader),
    pathOf: (handler, query) => get().pathOf(handler, query),
  };
}

function create(given: Settings): Countersign {
  const settings = checkSettings(given);
  const discover = discoverOnce(settings);
  const cookies = sealCookies(settings);
  const refresh = refreshOnce(settings, discover);
  const askForWallets = readWalletsOf(settings);
  const readSession = async (cookieHeader: string | null) =>
    (await cookies.read('session', cookieHeader)) as Session | null;

  async function readWallets(cookieHeader: string | null): Promise<WalletsAnswer> {
    const session = await readSession(cookieHeader);
    return session ? askForWallets(session) : { status: 'signed_out' };
  }

  async function refreshWallets(cookieHeader: string | null) {
    const session = await readSession(cookieHeader);
    if (!session || !isOver(session) || session.refreshToken === null)
      return { answer: await readWallets(cookieHeader), cookie: null };
    const renewed = await refresh(session);
    if (renewed.status !== 'refreshed') return { answer: { status: renewed.status }, cookie: null };
    return {
      answer: await askForWallets(renewed.session),
      cookie: await cookies.write('session', renewed.session),
    };
  }

  return {
    handle: handlersOf({
      settings,
      discover,
      cookies,
      refresh,
      readSession,
      refreshWallets,
      signIn: prepareSignIn(settings, discover, cookies),
    }),
    readPerson: async (cookieHeader) => (await readSession(cookieHeader))?.person ?? null,
    readWallets,
    refreshWallets,
    pathOf(handler, query = {}) {
      const { pathname } = new URL(handler, settings.redirectUri);
      const parameters = new URLSearchParams(query).toString();
      return parameters ? `${pathname}?${parameters}` : pathname;
    },
  };
}
