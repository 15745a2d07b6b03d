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

export function textResponse(status: number, text: string): Response {
  return respond(status, `${text}\n`, 'text/plain; charset=utf-8');
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
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Not signed in</title><h1>Not signed in</h1><p>${text}</p><p><a href="${link}">Try again</a></p></html>`;
  return respond(400, page, 'text/html; charset=utf-8', [cookie]);
}

const explanations: Partial<Record<SignInError, string>> = {
  access_denied: 'You canceled, and nothing was shared.',
  sign_in_expired: 'The sign-in took longer than ten minutes, or began in another browser.',
};
