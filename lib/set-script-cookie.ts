import { hostOnly } from './host-only.ts';

/**
 * Sets a cookie from a page, for what only a browser knows and is no secret: `HttpOnly` can't be had there. Like the server's, it is
 * for this host alone on https.
 * @param lifeInSeconds 0 ends it.
 */
export function setScriptCookie(name: string, value: string, lifeInSeconds: number): void {
  const isEncrypted = location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no cookieStore yet.
  document.cookie = `${hostOnly(name, isEncrypted)}=${value}; path=/; max-age=${lifeInSeconds}; samesite=lax${isEncrypted ? '; secure' : ''}`;
}
