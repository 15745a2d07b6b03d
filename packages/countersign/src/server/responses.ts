import { type AppCookie, writeSetCookie } from './sealed-cookies.ts';
import type { SignInError } from './sign-in.ts';

/** Not cached and without referrer, since responses are personal and some requests have a code in their URL. */
function respond(
  status: number,
  body: string | null,
  type: string | null,
  cookies: (AppCookie | null)[] = [],
): Response {
  const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  if (type !== null) headers.set('content-type', type);
  for (const cookie of cookies) if (cookie) headers.append('set-cookie', writeSetCookie(cookie));
  return new Response(body, { status, headers });
}

export const unavailable = 'This page is not available right now. Reload it to try again.';

/** A page of one sentence, for people who open the URL. */
export function textResponse(status: number, text: string): Response {
  return pageResponse(status, text, '');
}

export function json(status: number, body: object, cookie: AppCookie | null = null): Response {
  return respond(status, JSON.stringify(body), 'application/json', [cookie]);
}

export function redirect(location: string, ...cookies: (AppCookie | null)[]): Response {
  const response = respond(303, null, null, cookies);
  response.headers.set('location', location);
  return response;
}

/** For apps without `errorPath`. Doesn't redirect, since a page that requires sign-in would redirect here again. */
export function signInFailedPage(error: SignInError, tryAgain: string, cookie: AppCookie | null): Response {
  const text = explanations[error] ?? 'You were not signed in.';
  const link = tryAgain.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const more = `<p>${text}</p><p><a class="button" href="${link}">Try again</a></p>`;
  return pageResponse(400, 'Not signed in', more, cookie);
}

/** For a link to `sign-out`. Another site could open it, so only the button signs the person out. */
export function signOutPage(): Response {
  const form = '<form method="post"><button class="button">Sign out</button></form>';
  const response = pageResponse(405, 'Sign out of this app?', form);
  response.headers.set('allow', 'POST');
  return response;
}

const style = `:root { color-scheme: light dark; }
body { max-width: 32rem; margin: 15vh auto; padding: 0 1.25rem; background: light-dark(#fff, #16181a); color: light-dark(#1b1d22, #edebe4); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.3; }
a { display: inline-block; padding: .625rem 0; color: inherit; }
.button { font: inherit; border: 0; padding: .625rem 1.25rem; border-radius: .375rem; background: light-dark(#1b1d22, #edebe4); color: light-dark(#fff, #16181a); text-decoration: none; }`;

/** Styles itself, and leads home. @param heading text without markup @param more HTML */
function pageResponse(
  status: number,
  heading: string,
  more: string,
  cookie: AppCookie | null = null,
): Response {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${heading}</title><style>${style}</style><h1>${heading}</h1>${more}<p><a href="/">Go to the home page</a></p></html>
`;
  const response = respond(status, page, 'text/html; charset=utf-8', [cookie]);
  response.headers.set(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
  return response;
}

const explanations: Partial<Record<SignInError, string>> = {
  access_denied: 'You canceled, and nothing was shared.',
  step_up_failed: 'You were not asked to confirm that it is you, which this page requires.',
  sign_in_expired: 'The sign-in took longer than ten minutes, or began in another browser.',
};
