import { type AppCookie, writeSetCookie } from './sealed-cookies.ts';

/** Every response is one person's, and some answer an address with a code in it. */
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

/** The site doesn't answer. That says nothing about the person. */
export const unavailable = 'This page is not available right now. Reload it to try again.';

/** A sentence for a person. */
export function say(status: number, text: string): Response {
  return respond(status, `${text}\n`, 'text/plain; charset=utf-8');
}

export function json(status: number, body: object, cookie: AppCookie | null = null): Response {
  return respond(status, JSON.stringify(body), 'application/json', [cookie]);
}

export function lead(location: string, ...cookies: (AppCookie | null)[]): Response {
  const response = respond(303, null, null, cookies);
  response.headers.set('location', location);
  return response;
}
