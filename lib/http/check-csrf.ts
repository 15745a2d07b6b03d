import { type ErrorCode, errors } from '../errors.ts';
import { isEntryForApps, isMachinePath } from './oauth-paths.ts';

/**
 * The largest form is a signed proof of at most 8 kB with an icon of 16 kB; `serverActions.bodySizeLimit` in next.config.mjs is
 * the same, and site-server.ts holds every body to it, this refusal or not.
 */
export const largestBodyInBytes = 32 * 1024;

/** The content types of forms, and of server actions called by Next.js's client. */
const formContentTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** Next's maker of smaller pictures, which fetches what it is told to. No page of ours uses it. */
const imagePath = '/_next/image';

/** Files, to which nobody sends anything. Next.js would run an action there, and the middleware doesn't see all of them. */
export function isFilePath(pathname: string): boolean {
  return /^\/((_next|fonts|style)\/|(favicon\.ico|icon\.svg|robots\.txt)$)/.test(pathname);
}

type RequestFacts = {
  method: string;
  pathname: string;
  /** By names in lower case. */
  headers: Pick<Headers, 'get' | 'has'> | ReadonlyMap<string, string>;
  siteUrl: string;
};

/**
 * Refuses what no page of this site sends: an address that can't be read, a change from another site or without an
 * Origin, a body that isn't a form, a body too large or of unknown length (browsers always say how long a form is).
 * @returns null when the request may continue.
 */
export function refuseRequest({ method, pathname, headers, siteUrl }: RequestFacts): ErrorCode | null {
  if (!isReadablePath(pathname) || pathname === imagePath) return 'request.not_found';
  if (method === 'GET' || method === 'HEAD') return null;
  const contentType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isForm = formContentTypes.includes(contentType);
  // No form belongs under `/api/`, but Next would run its action from the page that says "not found".
  if (pathname.startsWith('/api/') && !isForm && !headers.has('next-action')) return null;
  // An app's own server, or a script of its page: an Origin says nothing there, and no cookie of ours counts.
  if (isMachinePath(pathname) && !headers.has('next-action')) return null;
  const isSentByApp = method === 'POST' && isEntryForApps(pathname) && !headers.has('next-action');
  if (!isSentByApp && headers.get('origin') !== siteUrl) return 'request.cross_site';
  if (!isForm) return 'request.wrong_content_type';
  const length = headers.get('content-length') ?? '';
  if (!/^\d+$/.test(length) || Number(length) > largestBodyInBytes) return 'request.too_large';
  return null;
}

/** An address that is no text, like `/%ff`, has no page, and Next.js would answer it with a failure of its own. */
export function isReadablePath(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** A refusal in the catalogue's words, as plain text: nothing on the page can be relied on here. */
export function refusal(code: ErrorCode): Response {
  const { status, title, hint } = errors[code];
  return new Response(`${title} ${hint}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
