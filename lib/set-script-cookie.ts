import { hostOnly } from './host-only.ts';

/**
 * Sets a cookie from a page, for what only a browser knows and is no secret: `HttpOnly` can't be had there.
 * @param lifeInSeconds 0 ends it.
 */
export function setScriptCookie(name: string, value: string, lifeInSeconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no cookieStore yet.
  document.cookie = formatScriptCookie(name, value, lifeInSeconds, location.protocol === 'https:');
}

/** What `document.cookie` takes. Like the server's cookies, it is for this host alone on https. */
export function formatScriptCookie(
  name: string,
  value: string,
  lifeInSeconds: number,
  isEncrypted: boolean,
): string {
  return `${hostOnly(name, isEncrypted)}=${value}; path=/; max-age=${lifeInSeconds}; samesite=lax${isEncrypted ? '; secure' : ''}`;
}
