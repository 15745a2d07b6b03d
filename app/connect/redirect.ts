import { cookies } from 'next/headers';
import { z } from 'zod';
import { siteSheet } from '@/app/style/site-sheet';
import { BackendUnavailable } from '@/lib/backend-unavailable';
import { isAppOnDevice } from '@/lib/describe-place';
import { environment } from '@/lib/env';
import type { ErrorCode } from '@/lib/errors';
import { escapeHtml } from '@/lib/escape-html';
import { ownCookieName } from '@/lib/http/cookie-options';
import { cacheControl } from '@/lib/http/security-headers';
import { InteractionUnusable } from '@/lib/oidc/interaction';
import { problemPath } from '@/lib/oidc/problem';
import type { SitePicture } from '@/lib/site-picture';
import { readTheme, themeCookie } from '@/lib/theme';

/**
 * A small page that redirects by itself. Browsers apply a page's `form-action` to every redirect after its form, so a form that leads to
 * another site or an installed app needs such a page as its response.
 * @param to a path of this site, or a URL that an app has registered.
 * @param where the destination's name.
 */
export async function redirectByPage(to: string, where: string): Promise<Response> {
  const theme = readTheme((await cookies()).get(ownCookieName(themeCookie))?.value);
  const address = escapeHtml(to);
  const name = escapeHtml(where);
  const { branding, pictures } = environment();
  const siteName = escapeHtml(branding.siteName);
  const draw = (logo: SitePicture | null, theme: string) =>
    logo ? `<img src="${logo.address}" alt="${siteName}" loading="lazy" class="${theme}">` : '';
  const { logo, darkLogo } = pictures;
  const mark = draw(logo, darkLogo ? 'only-light' : '') + draw(darkLogo, 'only-dark') || siteName;
  const html = `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Going back to ${name} · ${siteName}</title>
<link rel="stylesheet" href="${siteSheet().address}">
</head>
<body>
<header class="in-form flex h-14 items-center"><p class="${logo ? 'logo' : 'wordmark'}">${mark}</p></header>
<main class="in-form grid gap-3 pt-6 pb-12 [overflow-wrap:anywhere] wide:pt-12">
<h1>Going back to ${name}…</h1>
<p><a href="${address}" class="tappable">Continue if nothing happens</a></p>${isAppOnDevice(where) ? mayBeMissing : ''}
</main>
</body>
</html>
`;
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': cacheControl },
  });
}

/** Browsers can't tell whether an app is installed; if it isn't, this page stays. */
const mayBeMissing = "\n<p>If the app doesn't open, go back to it yourself. You can close this page.</p>";

export type RequestContext = { params: Promise<{ id: string }> };

/** Answers a GET of a path that only accepts a form, and changes nothing. */
export async function redirectVisit(_request: Request, { params }: RequestContext): Promise<Response> {
  return redirectTo(requestPath((await params).id));
}

/** The page of an app's pending request. The ID comes from the URL. */
export function requestPath(id: string): string {
  return `/connect/${encodeURIComponent(id)}`;
}

/** Redirects to the page of a pending step with the problem; `keep` adds to its path. Rethrows other errors. */
export function redirectToProblem(
  error: unknown,
  path: string,
  keep = (problem: string) => problem,
): Response {
  const isAway = error instanceof BackendUnavailable;
  if (!isAway && !(error instanceof InteractionUnusable)) throw error;
  const code = isAway ? 'backend.unavailable' : error.code;
  return redirectTo(code === 'app.request_expired' ? problemPath(code) : keep(`${path}?problem=${code}`));
}

export function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': cacheControl } });
}

const Shown = z.enum([
  'app.other_account',
  'app.request_invalid',
  'app.too_many',
  'app.too_many_wallets',
  'app.page_not_offered',
  'app.wallet_not_offered',
  'app.wallet_required',
  'app.wallets_changed',
  'auth.recent_auth_required',
  'auth.second_factor_required',
  'auth.too_many_attempts',
  'backend.unavailable',
]) satisfies z.ZodType<ErrorCode>;

/** Why an answer was refused. After an outage the page works again, so it only says that the step was lost. */
export function readReturnProblem(code: unknown): ErrorCode | null {
  const read = Shown.safeParse(code);
  if (!read.success) return null;
  return read.data === 'backend.unavailable' ? 'app.step_lost' : read.data;
}
