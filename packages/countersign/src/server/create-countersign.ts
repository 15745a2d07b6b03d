import { handlersOf } from './handlers.ts';
import type { Person } from './person.ts';
import {
  findMember,
  findPerson,
  type Member,
  type PersonRequirement,
  type SignInOptions,
  signInQuery,
  type WalletRequirement,
} from './require-wallet.ts';
import { json, redirect, textResponse, unavailable } from './responses.ts';
import { type AppCookie, sealCookies } from './sealed-cookies.ts';
import { type Ended, isExpired, refreshOnce, type Session } from './session.ts';
import { checkSettings, type Settings } from './settings.ts';
import { prepareSignIn } from './sign-in.ts';
import { discoverOnce } from './site.ts';
import { createWalletReader, type WalletsAnswer } from './wallets.ts';

/** Sign-in with a Countersign site, for servers with `Request` and `Response`. */
export type Countersign = {
  /**
   * Serves the paths beside the redirect URI, by their last segment:
   *
   * | Request | Effect |
   * |---|---|
   * | `GET sign-in?returnTo=/path` | redirects to the site |
   * | `GET` the redirect URI | signs the person in, and redirects to `returnTo` |
   * | `GET refresh?returnTo=/path` | refreshes the tokens, and redirects to `returnTo` |
   * | `GET wallets` | returns the person and their wallets as JSON, for the app's own scripts |
   * | `POST sign-out?returnTo=/path` | signs out; if `postLogoutRedirectUri` is set, the site then offers to sign out there too |
   */
  handle(request: Request): Promise<Response>;
  /** @returns the signed-in person, read from the cookies alone; null if signed out */
  readPerson(cookieHeader: string | null): Promise<Person | null>;
  /** Requests the wallets that the person shares now from the site. */
  readWallets(cookieHeader: string | null): Promise<WalletsAnswer>;
  /** Like `readWallets`, but refreshes an expired access token first. @returns also the cookie to set, if any */
  refreshWallets(cookieHeader: string | null): Promise<{ answer: WalletsAnswer; cookie: AppCookie | null }>;
  /**
   * Admits people with a wallet that meets the requirement. For other people, a page request redirects to the site; a script gets
   * 401, 403 or 503 with a `status` as JSON.
   * @returns the person and the cookie to set, if any; or the response to send
   */
  requireWallet(request: Request, required?: WalletRequirement): Promise<Admission>;
  /**
   * Admits people whose sign-in meets the requirement, read from the cookies alone. For other people, a page request redirects to
   * the site; a script gets 401 with the status `signed_out` or `step_up`. A step-up that fails ends on a page, without a redirect.
   */
  requirePerson(request: Request, required?: PersonRequirement): Promise<PersonAdmission>;
  /** @returns the current session's cookie, to set it again until the same time; null if there is no session */
  keepSession(cookieHeader: string | null): Promise<AppCookie | null>;
  /** @returns the handler's absolute URL, on the redirect URI's host, whatever host the request used */
  signInUrl(options?: SignInOptions): string;
  /** For pages that can't set cookies, if `readWallets` returns `expired`. */
  refreshUrl(options: { returnTo: string }): string;
};

export type Admission =
  | { ok: true; member: Member; cookie: AppCookie | null }
  | { ok: false; response: Response };

export type PersonAdmission = { ok: true; person: Person } | { ok: false; response: Response };

/**
 * Settings are read and checked at the first use, so that an app builds without them.
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
    requirePerson: async (request, required) => get().requirePerson(request, required),
    keepSession: async (cookieHeader) => get().keepSession(cookieHeader),
    signInUrl: (options) => get().signInUrl(options),
    refreshUrl: (options) => get().refreshUrl(options),
  };
}

function create(given: Settings): Countersign {
  const settings = checkSettings(given);
  const discover = discoverOnce(settings);
  const cookies = sealCookies(settings);
  const refresh = refreshOnce(settings, discover);
  const readWalletsAtSite = createWalletReader(settings);

  async function readSession(cookieHeader: string | null): Promise<Session | null> {
    const session = (await cookies.read('session', cookieHeader)) as Session | null;
    if (!session) return null;
    const ended = (await cookies.read('ended', cookieHeader)) as Ended | null;
    return ended?.generations.includes(session.generation) ? null : session;
  }

  async function readWallets(cookieHeader: string | null): Promise<WalletsAnswer> {
    const session = await readSession(cookieHeader);
    return session ? readWalletsAtSite(session) : { status: 'signed_out' };
  }

  async function refreshWallets(
    cookieHeader: string | null,
  ): Promise<{ answer: WalletsAnswer; cookie: AppCookie | null }> {
    const session = await readSession(cookieHeader);
    if (!session || !isExpired(session)) return { answer: await readWallets(cookieHeader), cookie: null };
    const renewed = await refresh(session);
    if (renewed.status !== 'refreshed') return { answer: { status: renewed.status }, cookie: null };
    const answer = await readWalletsAtSite(renewed.session);
    return { answer, cookie: await cookies.write('session', renewed.session) };
  }

  function urlOf(handler: string, query: Record<string, string>): string {
    const url = new URL(handler, settings.redirectUri);
    url.search = String(new URLSearchParams(query));
    return url.href;
  }

  async function readPerson(cookieHeader: string | null): Promise<Person | null> {
    return (await readSession(cookieHeader))?.person ?? null;
  }

  const signInUrl = (options: SignInOptions = {}) => urlOf('sign-in', signInQuery(options));

  function refuse(
    request: Request,
    answer: WalletsAnswer,
    required: WalletRequirement,
    cookie: AppCookie | null,
  ): Response {
    const status = answer.status === 'ready' ? 'no_wallet' : answer.status;
    if (!isNavigation(request)) return json(refusals[status], { status }, cookie);
    if (status === 'unreachable') return textResponse(refusals.unreachable, unavailable);
    return redirect(
      signInUrl({ ...required, wallet: required.wallet ?? 'any', returnTo: pathOfPage(request) }),
      cookie,
    );
  }

  return {
    handle: handlersOf({
      settings,
      discover,
      cookies,
      refresh,
      readSession,
      refreshWallets,
      signInUrl,
      signIn: prepareSignIn(settings, discover, cookies),
    }),
    readPerson,
    readWallets,
    refreshWallets,
    async requireWallet(request, required = {}) {
      const { answer, cookie } = await refreshWallets(request.headers.get('cookie'));
      const member = findMember(answer, required);
      if (member) return { ok: true, member, cookie };
      return { ok: false, response: refuse(request, answer, required, cookie) };
    },
    async requirePerson(request, required = {}) {
      const signedIn = await readPerson(request.headers.get('cookie'));
      const person = findPerson(signedIn, required);
      if (person) return { ok: true, person };
      const returnTo = pathOfPage(request);
      const response = isNavigation(request)
        ? redirect(signInUrl({ acrValues: required.acr, maxAge: required.maxAge, returnTo }))
        : json(401, { status: signedIn ? 'step_up' : 'signed_out' });
      return { ok: false, response };
    },
    async keepSession(cookieHeader) {
      return (await readSession(cookieHeader)) && cookies.keep('session', cookieHeader);
    },
    signInUrl,
    refreshUrl: ({ returnTo }) => urlOf('refresh', { returnTo }),
  };
}

/** Whether the request opens a page. Scripts get no redirect, since they can't follow one to another site. */
function isNavigation({ method, headers }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const mode = headers.get('sec-fetch-mode');
  return mode === null ? /\btext\/html\b/.test(headers.get('accept') ?? '') : mode === 'navigate';
}

function pathOfPage({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** The statuses that scripts get. */
const refusals = { signed_out: 401, expired: 401, ended: 401, no_wallet: 403, unreachable: 503 };
