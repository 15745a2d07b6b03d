import { handlersOf } from './handlers.ts';
import { askFor, findMember, type Member, type WalletRequirement } from './require-wallet.ts';
import { json, lead, say, unavailable } from './responses.ts';
import { type AppCookie, sealCookies } from './sealed-cookies.ts';
import { type Ended, isOver, type Person, refreshOnce, type Session } from './session.ts';
import { checkSettings, type Settings } from './settings.ts';
import { prepareSignIn } from './sign-in.ts';
import { discoverOnce } from './site.ts';
import { prepareReading, type WalletsAnswer } from './wallets.ts';

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
  /** @returns the signed-in person, by the cookies of a request; null if nobody is. Asks no server. */
  readPerson(cookieHeader: string | null): Promise<Person | null>;
  /** Asks the site which wallets the person of a request shares at this moment. */
  readWallets(cookieHeader: string | null): Promise<WalletsAnswer>;
  /** The same where a cookie can be set: an access token that is over is refreshed first. @returns also the cookie to set, if any */
  refreshWallets(cookieHeader: string | null): Promise<{ answer: WalletsAnswer; cookie: AppCookie | null }>;
  /**
   * Lets in who has a wallet that is required. Anyone else is led to the site if they are on their way to a page, and refused with
   * 401, 403 or 503 and a `status` as JSON if a script asks.
   * @returns who it is, and the cookie to set, if any; or the response to send
   */
  requireWallet(request: Request, required?: WalletRequirement): Promise<Admission>;
  /** @returns the session's cookie as it is, to set it again; null if there is none */
  keepSession(cookieHeader: string | null): Promise<AppCookie | null>;
  /** @returns the whole address of a handler: a browser may have come by another host than the one it signs in at */
  addressOf(handler: 'sign-in' | 'sign-out' | 'wallets' | 'refresh', query?: Record<string, string>): string;
};

export type Admission =
  | { ok: true; member: Member; cookie: AppCookie | null }
  | { ok: false; response: Response };

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
    requireWallet: async (request, required) => get().requireWallet(request, required),
    keepSession: async (cookieHeader) => get().keepSession(cookieHeader),
    addressOf: (handler, query) => get().addressOf(handler, query),
  };
}

function create(given: Settings): Countersign {
  const settings = checkSettings(given);
  const discover = discoverOnce(settings);
  const cookies = sealCookies(settings);
  const refresh = refreshOnce(settings, discover);
  const askForWallets = prepareReading(settings);

  async function readSession(cookieHeader: string | null): Promise<Session | null> {
    const session = (await cookies.read('session', cookieHeader)) as Session | null;
    if (!session) return null;
    const ended = (await cookies.read('ended', cookieHeader)) as Ended | null;
    return ended?.generations.includes(session.generation) ? null : session;
  }

  async function readWallets(cookieHeader: string | null): Promise<WalletsAnswer> {
    const session = await readSession(cookieHeader);
    return session ? askForWallets(session) : { status: 'signed_out' };
  }

  async function refreshWallets(
    cookieHeader: string | null,
  ): Promise<{ answer: WalletsAnswer; cookie: AppCookie | null }> {
    const session = await readSession(cookieHeader);
    if (!session || !isOver(session) || session.refreshToken === null)
      return { answer: await readWallets(cookieHeader), cookie: null };
    const renewed = await refresh(session);
    if (renewed.status !== 'refreshed') return { answer: { status: renewed.status }, cookie: null };
    const answer = await askForWallets(renewed.session);
    return { answer, cookie: await cookies.write('session', renewed.session) };
  }

  function addressOf(handler: string, query: Record<string, string> = {}): string {
    const address = new URL(handler, settings.redirectUri);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address.href;
  }

  function refuse(
    request: Request,
    answer: WalletsAnswer,
    required: WalletRequirement,
    cookie: AppCookie | null,
  ): Response {
    const status = answer.status === 'ready' ? 'no_wallet' : answer.status;
    if (!isNavigation(request)) return json(refusals[status], { status }, cookie);
    if (status === 'unreachable') return say(refusals.unreachable, unavailable);
    return lead(addressOf('sign-in', { returnTo: pathOfPage(request), ...askFor(required) }), cookie);
  }

  return {
    handle: handlersOf({
      settings,
      discover,
      cookies,
      refresh,
      readSession,
      refreshWallets,
      addressOf,
      signIn: prepareSignIn(settings, discover, cookies),
    }),
    readPerson: async (cookieHeader) => (await readSession(cookieHeader))?.person ?? null,
    readWallets,
    refreshWallets,
    async requireWallet(request, required = {}) {
      const { answer, cookie } = await refreshWallets(request.headers.get('cookie'));
      const member = findMember(answer, required);
      if (member) return { ok: true, member, cookie };
      return { ok: false, response: refuse(request, answer, required, cookie) };
    },
    async keepSession(cookieHeader) {
      const session = await readSession(cookieHeader);
      return session && cookies.write('session', session);
    },
    addressOf,
  };
}

/** Whether a browser opens a page. A script could follow no redirect to another site. */
function isNavigation({ method, headers }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const mode = headers.get('sec-fetch-mode');
  return mode === null ? /\btext\/html\b/.test(headers.get('accept') ?? '') : mode === 'navigate';
}

function pathOfPage({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** The statuses of refusals to scripts. */
const refusals = { signed_out: 401, expired: 401, ended: 401, no_wallet: 403, unreachable: 503 };
