import * as client from 'openid-client';
import { CountersignError } from '../countersign-error.ts';
import { describeCause } from './describe-cause.ts';
import { describeThrown } from './describe-error.ts';
import { json, redirect, signInFailedPage, signOutPage, textResponse, unavailable } from './responses.ts';
import type { AppCookie, SealedCookies } from './sealed-cookies.ts';
import { addEnded, type Ended, isExpired, type Refresh, type Session } from './session.ts';
import { type CheckedSettings, lastSegment } from './settings.ts';
import type { prepareSignIn } from './sign-in.ts';
import type { Discover } from './site.ts';
import type { WalletsAnswer } from './wallets.ts';

type Parts = {
  settings: CheckedSettings;
  discover: Discover;
  cookies: SealedCookies;
  signIn: ReturnType<typeof prepareSignIn>;
  refresh: Refresh;
  readSession(cookieHeader: string | null): Promise<Session | null>;
  refreshWallets(cookieHeader: string | null): Promise<{ answer: WalletsAnswer; cookie: AppCookie | null }>;
  signInUrl(options: { returnTo: string }): string;
};

/** In characters. Keeps the cookies of four sign-ins and a session below the 8 kB that servers accept. */
const longestPath = 500;
/**
 * A page asks for a refresh once its process considers the token expired. If this process sees more than this left, another tab has
 * refreshed it: clocks of two processes differ by less.
 */
const freshlyRefreshedMs = 60_000;

type Handler = (request: Request, url: URL) => Promise<Response>;

export function handlersOf(parts: Parts): (request: Request) => Promise<Response> {
  const { settings, discover, cookies, signIn, refresh, readSession, signInUrl } = parts;
  const { redirectUri, errorPath, postLogoutRedirectUri, onSignIn } = settings;
  const home = new URL('/', redirectUri).href;

  const handlers: Record<string, Handler> = {
    'GET sign-in': navigationOnly(start),
    [`GET ${lastSegment(redirectUri)}`]: navigationOnly(finish),
    'GET refresh': navigationOnly(refreshAndReturn),
    'GET wallets': listWallets,
    'GET sign-out': async () => signOutPage(),
    'POST sign-out': signOut,
  };

  return async (request) => {
    const url = new URL(request.url);
    const handler = handlers[`${request.method} ${lastSegment(url)}`];
    if (!handler) return textResponse(404, 'Not found.');
    try {
      return await handler(request, url);
    } catch (error) {
      if (!(error instanceof CountersignError)) throw error;
      console.error(error.message);
      return error.code === 'unreachable'
        ? textResponse(503, unavailable)
        : textResponse(500, 'Sign-in is not set up correctly. The log of this app says why.');
    }
  };

  async function start(request: Request, { searchParams }: URL): Promise<Response> {
    const returnTo = pathInApp(searchParams.get('returnTo'));
    const started = await signIn.start(request.headers.get('cookie'), searchParams, returnTo);
    return redirect(started.location.href, ...started.cookies);
  }

  async function finish(request: Request, { search }: URL): Promise<Response> {
    const signedIn = await signIn.finish(request.headers.get('cookie'), search);
    const { returnTo, begun } = signedIn;
    if (signedIn.ok && (await runOnSignIn(signedIn.session, request)))
      return redirect(inApp(returnTo), await cookies.write('session', signedIn.session), begun);
    // No session of the app keeps these tokens.
    if (signedIn.session) await endAtSite(signedIn.session);
    const error = signedIn.ok ? 'sign_in_failed' : signedIn.error;
    if (errorPath === null) return signInFailedPage(error, signInUrl({ returnTo }), begun);
    const address = new URL(inApp(errorPath));
    address.searchParams.set('error', error);
    address.searchParams.set('returnTo', returnTo);
    return redirect(address.href, begun);
  }

  /** @returns whether it succeeded */
  async function runOnSignIn(session: Session, request: Request): Promise<boolean> {
    try {
      await onSignIn?.(session.person, { request });
      return true;
    } catch (error) {
      console.error(`Sign-in failed: onSignIn threw ${describeThrown(error)}`);
      return false;
    }
  }

  /** For pages, which can't set cookies. Starts a sign-in if the session has ended. */
  async function refreshAndReturn(request: Request, url: URL): Promise<Response> {
    const session = await readSession(request.headers.get('cookie'));
    if (!session) return start(request, url);
    const returnTo = inApp(pathInApp(url.searchParams.get('returnTo')));
    if (!isExpired(session, freshlyRefreshedMs)) return redirect(returnTo);
    const renewed = await refresh(session);
    if (renewed.status === 'unreachable') return textResponse(503, unavailable);
    if (renewed.status === 'ended') return start(request, url);
    return redirect(returnTo, await cookies.write('session', renewed.session));
  }

  async function listWallets(request: Request): Promise<Response> {
    if (!isOwn(request))
      return json(403, { status: 'forbidden', hint: 'Only a script of a page of this app can read this.' });
    const { answer, cookie } = await parts.refreshWallets(request.headers.get('cookie'));
    // Status 200 if signed out, which is no error for a script that runs for every visitor.
    return json(answer.status === 'unreachable' ? 503 : 200, answer, cookie);
  }

  async function signOut(request: Request, { searchParams }: URL): Promise<Response> {
    if (!isOwn(request)) return textResponse(403, 'Only a page of this app can sign you out of it.');
    const header = request.headers.get('cookie');
    const session = await readSession(header);
    const toSite = session && (await endAtSite(session));
    const before = (await cookies.read('ended', header)) as Ended | null;
    return redirect(
      toSite ?? inApp(pathInApp(searchParams.get('returnTo'))),
      ...cookies.clearSessions(header),
      // Only a refresh sets the cookie again.
      session?.tokens ? await cookies.write('ended', addEnded(before, session)) : null,
    );
  }

  /**
   * Revokes the session's tokens and the tokens that a refresh in progress receives. If the site doesn't respond, they expire by themselves.
   * @returns the site's sign-out URL; null if the site doesn't respond, or the app has no sign-out redirect URI
   */
  async function endAtSite({ idToken, tokens }: Session): Promise<string | null> {
    if (!tokens && !idToken) return null;
    try {
      const { refresh: site } = await discover();
      if (tokens) await client.tokenRevocation(site, tokens.refreshToken);
      if (!postLogoutRedirectUri || !idToken) return null;
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: postLogoutRedirectUri };
      return client.buildEndSessionUrl(site, parameters).href;
    } catch (error) {
      console.error(`A session ended in this app only, without the site: ${describeCause(error)}`);
      return null;
    }
  }

  /** Returns a path of this app; `/` for another origin, an invalid or a too long path. */
  function pathInApp(wanted: string | null): string {
    if (!wanted?.startsWith('/') || !URL.canParse(wanted, home)) return '/';
    const { origin, pathname, search, hash } = new URL(wanted, home);
    const path = `${pathname.replace(/^\/+/, '/')}${search}${hash}`;
    return origin === redirectUri.origin && path.length <= longestPath ? path : '/';
  }

  /** Concatenates, because `new URL` would parse a path that starts with two slashes as another host. */
  function inApp(path: string): string {
    return `${redirectUri.origin}${path}`;
  }

  /**
   * Whether a page of this app sent the request. Older browsers send only `Origin`, and only with a form. A GET without either
   * header is allowed, because scripts of other origins can't read the response.
   */
  function isOwn({ method, headers }: Request): boolean {
    const from = headers.get('sec-fetch-site');
    if (from !== null) return from === 'same-origin';
    const origin = headers.get('origin');
    return origin === redirectUri.origin || (origin === null && method === 'GET');
  }
}

/**
 * Serves only navigations, so that neither a prefetch nor a script starts a sign-in that the person doesn't see. Next.js's router
 * requests by script first, and navigates if the response isn't one of its pages.
 */
function navigationOnly(handler: Handler): Handler {
  return async (request, url) => {
    const { headers } = request;
    if (headers.has('rsc')) return textResponse(200, 'Open this URL by navigating to it.');
    // A browser shows a prefetched response, but requests again after an error.
    if (/prefetch|prerender/.test(headers.get('sec-purpose') ?? ''))
      return textResponse(503, 'Prefetching is not supported.');
    const mode = headers.get('sec-fetch-mode');
    if (mode !== null && mode !== 'navigate') return textResponse(400, 'Open this URL in a browser.');
    return handler(request, url);
  };
}
