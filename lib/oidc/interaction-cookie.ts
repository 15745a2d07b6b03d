import { environment } from '../env.ts';
import { ownCookieName } from '../own-cookie-name.ts';

/** Tabs that sign in to apps at the same time. */
const mostOpen = 4;
const maxAgeInSeconds = 600;

/** The requests that this browser began and has not answered, newest first: nobody else can go on with them. */
export function connectCookieName(): string {
  return ownCookieName('connect');
}

export function readOpenRequests(value: string | undefined): string[] {
  return (value ?? '').split('.').filter((id) => /^[\w-]{20,64}$/.test(id));
}

/** The header that sets it: path `/`, `Secure` on https, as its name asks for there. */
export function writeOpenRequests(ids: string[]): string {
  const open = ids.slice(0, mostOpen);
  const maxAge = open.length > 0 ? maxAgeInSeconds : 0;
  const secure = environment().siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${connectCookieName()}=${open.join('.')}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
