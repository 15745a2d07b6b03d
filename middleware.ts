import { type NextRequest, NextResponse } from 'next/server';
import holdPressesScript from '@/components/ui/hold-presses.inline';
import { outageRetryInSeconds } from '@/lib/backend-unavailable';
import { captchaPages } from '@/lib/captcha';
import { environment } from '@/lib/env';
import { forwardingHeaders } from '@/lib/http/client-address';
import { isMemberPath, isPublicPath, isSharedFile, sessionPath } from '@/lib/http/public-paths';
import { isMachinePath, refusal, refuseRequest } from '@/lib/http/refuse-request';
import { nonceHeader, requestIdHeader, sessionUnavailableHeader } from '@/lib/http/request-headers';
import {
  cacheControl,
  contentSecurityPolicy,
  dataPolicy,
  makeNonce,
  sourceOfScript,
} from '@/lib/http/security-headers';
import { recordOutcome } from '@/lib/http/session-outcomes';
import { withNext } from '@/lib/http/with-next';
import { refreshSession } from '@/lib/session/session';
import { providerOrigins } from '@/lib/session/sign-in-method';
import { listEndpointOrigins } from '@/lib/solana-endpoint';
import { chooseMobileConnection, listMobileSources } from '@/lib/wallets/mobile-connection';

/** Unused path; renders not-found. Signed-out visitors get it for every path that is listed neither as public nor as for members. */
const noPagePath = '/no-page';

/** Request headers that only the middleware may set, and those from which Next.js takes a nonce. */
const headersOfPages = [
  ...[nonceHeader, sessionUnavailableHeader],
  ...['content-security-policy', 'content-security-policy-report-only'],
];

/** Allowed on every page: a document keeps its policy when a client-side navigation leads to a page with held buttons. */
const heldPresses = sourceOfScript(holdPressesScript);

/** Refreshes the session, redirects signed-out visitors to sign-in, and sets every page's policy. */
export async function middleware(request: NextRequest): Promise<Response> {
  const { siteUrl, pictures } = environment();
  const { pathname, search } = request.nextUrl;

  const refused = refuseRequest({ method: request.method, pathname, headers: request.headers, siteUrl });
  if (refused) return refusal(refused);
  // Called by apps, so session cookies are ignored.
  if (isMachinePath(pathname)) return toData('cookie');
  const isData = pathname.startsWith('/api/') || isSharedFile(pathname);
  if (pathname === '/favicon.ico' && pictures.icon)
    return NextResponse.redirect(new URL(pictures.icon.address, siteUrl));
  if (isData && pathname !== sessionPath) return toData();

  const elsewhere = sameMachineOtherName(request, siteUrl);
  if (elsewhere) return NextResponse.redirect(elsewhere);

  const session = await refreshSession(request.cookies.getAll(), forwardingHeaders(request.headers));
  recordOutcome(request.headers.get(requestIdHeader), session.outcome);
  for (const { name, value } of session.cookies) request.cookies.set(name, value);

  const response = answer();
  for (const { name, value, options } of session.cookies) response.cookies.set(name, value, options);
  return response;

  /** Drops headers meant for pages, because a path without a route renders a page. */
  function toData(...unwanted: string[]): NextResponse {
    const headers = new Headers(request.headers);
    for (const name of [...headersOfPages, ...unwanted]) headers.delete(name);
    return NextResponse.next({ request: { headers }, headers: { 'content-security-policy': dataPolicy } });
  }

  function answer(): NextResponse {
    // Pages also check the session themselves; these responses are friendlier. A form continues to its action, which explains.
    const isVisit = request.method === 'GET' || request.method === 'HEAD';
    if (isVisit && !isPublicPath(pathname)) {
      if (session.status === 'signed-out')
        return isMemberPath(pathname) ? toSignIn() : toPage(noPagePath, 404);
      if (session.status === 'unavailable') return toPage('/unavailable', 503);
    }
    return toPage(null, 200);
  }

  function toSignIn(): NextResponse {
    const signIn = new URL(withNext('/sign-in', pathname === '/' ? undefined : pathname + search), siteUrl);
    // This server sealed the cookie, so a token that no longer verifies, as after a change of signing keys, was a session too.
    if (session.outcome === 'refused:ended' || session.outcome === 'refused:token')
      signIn.searchParams.set('notice', 'session-ended');
    const redirect = NextResponse.redirect(signIn);
    redirect.headers.set('cache-control', cacheControl);
    return redirect;
  }

  function toPage(rewritten: string | null, status: number): NextResponse {
    const nonce = makeNonce();
    const { solana, mwaReflector, captcha, siteHost } = environment();
    const asked = captcha && captchaPages.test(pathname) ? captcha.sources : undefined;
    const mobile = listMobileSources(chooseMobileConnection(request.headers.get('user-agent'), mwaReflector));
    const elsewhere = {
      reachable: [...listEndpointOrigins(solana), ...mobile.reachable, ...(asked?.reachable ?? [])],
      formTargets: listFormActionOrigins(pathname),
      framed: [...mobile.framed, ...(asked?.framed ?? [])],
      scripts: [heldPresses, ...(asked?.scripts ?? [])],
      ...(asked && { styled: asked.styled }),
    };
    const policy = isData ? dataPolicy : contentSecurityPolicy(nonce, elsewhere);
    const headers = new Headers(request.headers);
    headers.set(nonceHeader, nonce);
    headers.set('content-security-policy', policy);
    // Next.js compares a form's Origin with this header, which clients can forge, and a proxy may hide the site's name.
    headers.set('x-forwarded-host', siteHost);
    headers.delete(sessionUnavailableHeader);
    if (session.status === 'unavailable') headers.set(sessionUnavailableHeader, '1');
    const init = { request: { headers }, status };
    const page = rewritten
      ? NextResponse.rewrite(new URL(rewritten, request.url), init)
      : NextResponse.next(init);
    page.headers.set('content-security-policy', policy);
    page.headers.set('cache-control', cacheControl);
    if (status === 503) page.headers.set('retry-after', String(outageRetryInSeconds));
    return page;
  }
}

const leavingPaths = ['/sign-in', '/account'];

/** Origins of a form's redirects, to which Chrome and Safari apply `form-action`: the provider's, and Auth's on the way back. */
function listFormActionOrigins(pathname: string): string[] {
  if (!leavingPaths.includes(pathname)) return [];
  const { supabaseUrl, embedded } = environment();
  const local = embedded ? ['http://localhost:*', 'http://127.0.0.1:*'] : [];
  return [supabaseUrl, ...Object.values(providerOrigins), ...local];
}

/** Redirects a site at localhost that was opened as 127.0.0.1 or [::1], since forms, cookies and statements name the site. */
function sameMachineOtherName(request: NextRequest, siteUrl: string): URL | null {
  const host = request.headers.get('host') ?? '';
  if (!/^(127\.0\.0\.1|\[::1\])(:|$)/.test(host) || new URL(siteUrl).hostname !== 'localhost') return null;
  return request.method === 'GET'
    ? new URL(request.nextUrl.pathname + request.nextUrl.search, siteUrl)
    : null;
}

export const config = {
  runtime: 'nodejs',
  matcher: [
    '/((?!_next/static/|icon\\.svg$|robots\\.txt$|api/health$).*)',
    // Refuses bodies sent to files. The site's server does so earlier; platforms with their own server don't.
    { source: '/_next/static/:path*', has: [{ type: 'header', key: 'content-type' }] },
  ],
};
