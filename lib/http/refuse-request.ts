import { type ErrorCode, errors } from '../errors.ts';
import { largestBodyInBytes } from './body-limit.ts';

/** The content types of forms, and of server actions called by Next.js's client. */
const formContentTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** Next.js's image optimizer, which fetches any path a client names. The site doesn't use it. */
const imagePath = '/_next/image';

/** Files, which accept no bodies. Next.js would run a server action there, and the middleware doesn't see all of them. */
export function isFilePath(pathname: string): boolean {
  return /^\/((_next|fonts|style)\/|(favicon\.ico|icon\.svg|robots\.txt)$)/.test(pathname);
}

type RequestFacts = {
  method: string;
  pathname: string;
  /** By lower-case name. */
  headers: Pick<Headers, 'get' | 'has'> | ReadonlyMap<string, string>;
  siteUrl: string;
};

/** Refuses requests that no page of this site sends. Browsers always send a form's length. @returns null when the request may continue. */
export function refuseRequest({ method, pathname, headers, siteUrl }: RequestFacts): ErrorCode | null {
  if (!isReadablePath(pathname) || pathname === imagePath) return 'request.not_found';
  if (method === 'GET' || method === 'HEAD') return null;
  const contentType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isForm = formContentTypes.includes(contentType);
  const isFromSite = headers.get('origin') === siteUrl;
  if (pathname.startsWith('/api/') && !headers.has('next-action')) {
    if (!isForm) return null;
    // No form belongs here, but Next.js would run its action from the not-found page. `curl -d` sends a form's type by default.
    if (!isFromSite) return 'request.json_required';
  }
  // Called by apps' servers and by scripts of their pages: these routes ignore this site's cookies, so any Origin is fine.
  if (isMachinePath(pathname) && !headers.has('next-action')) return null;
  // Apps send browsers here, also by a form. The request changes nothing: it leads to a page that asks the user.
  const isEntryForApps = /^\/oauth\/(authorize|logout)$/.test(pathname);
  const isSentByApp = method === 'POST' && isEntryForApps && !headers.has('next-action');
  if (!isSentByApp && !isFromSite) return 'request.cross_site';
  if (!isForm) return 'request.wrong_content_type';
  const length = headers.get('content-length') ?? '';
  if (!/^\d+$/.test(length) || Number(length) > largestBodyInBytes) return 'request.too_large';
  return null;
}

/** Whether a path can be decoded. Others, like `/%ff`, have no page, and Next.js would fail at them. */
export function isReadablePath(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** A refusal with the catalogue's text. Plain text, because it can't rely on any page. */
export function refusal(code: ErrorCode): Response {
  const { status, title, hint } = errors[code];
  return new Response(`${title} ${hint}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** Whether apps' servers and scripts call this path. They don't use this site's cookies, so the request's origin doesn't matter. */
export function isMachinePath(pathname: string): boolean {
  return (
    /^\/oauth\/(token|userinfo|introspect|revoke|par|jwks)$/.test(pathname) ||
    /^\/\.well-known\/(openid-configuration|oauth-authorization-server)$/.test(pathname)
  );
}
