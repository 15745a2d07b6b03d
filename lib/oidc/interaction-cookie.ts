import { environment } from '../env.ts';
import { ownCookieName } from '../own-cookie-name.ts';

/** Concurrent sign-ins to apps, in several tabs. */
const mostOpen = 4;
const maxAgeInSeconds = 600;

/** Lists this browser's unanswered requests, newest first. No other browser can continue them. */
export function connectCookieName(): string {
  return ownCookieName('connect');
}

export function readOpenRequests(value: string | undefined): string[] {
  return (value ?? '').split('.').filter((id) => /^[\w-]{20,64}$/.test(id));
}

/** The `Set-Cookie` header, with the attributes that the cookie's `__Host-` name requires on https. */
export function writeOpenRequests(ids: string[]): string {
  const open = ids.slice(0, mostOpen);
  const maxAge = open.length > 0 ? maxAgeInSeconds : 0;
  const secure = environment().siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${connectCookieName()}=${open.join('.')}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
