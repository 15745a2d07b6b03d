import { environment } from '../env.ts';
import { longestNext } from './with-next.ts';

export const homePath = '/wallets';

/**
 * The path to redirect to after signing in, never a URL or a sign-in page. Call it at the redirect; `next` may be passed along unchecked.
 * @param next a path or URL of this site; anything else, however encoded, becomes `/wallets`.
 */
export function safeRedirect(next: unknown): string {
  // Browsers read a backslash as a slash, and remove white space and control characters from URLs.
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
