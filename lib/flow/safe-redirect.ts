import { environment } from '../env.ts';
import { longestNext } from './with-next.ts';

export const homePath = '/wallets';

/**
 * Where to go after signing in. Call it where a redirect is made, not where `next` is only carried.
 * @param next a path of this site, or an address on it; anything else, however encoded, becomes `/wallets`.
 * @returns a path with query, never an address, never the sign-in page itself.
 */
export function safeRedirect(next: unknown): string {
  // A backslash is a slash to a browser, and white space and control characters vanish from an address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (typeof next !== 'string' || next.length > longestNext || /[\\\u0000-\u0020\u007f]/.test(next))
    return homePath;
  const { siteUrl } = environment();
  if (!next.startsWith('/') && !next.startsWith(`${siteUrl}/`)) return homePath;
  if (!URL.canParse(next, siteUrl)) return homePath;
  const url = new URL(next, siteUrl);
  const path = url.pathname + url.search + url.hash;
  const startsOver = /^\/($|[?#]|sign-in|sign-up|auth\/)/.test(path);
  return url.origin !== siteUrl || path.startsWith('//') || startsOver ? homePath : path;
}
