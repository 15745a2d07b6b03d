import { hostOnly } from './host-only.ts';

/**
 * Sets a cookie from a page, for non-secret facts that only the browser knows. Scripts can't set `HttpOnly`.
 * @param lifeInSeconds 0 deletes it.
 */
export function setScriptCookie(name: string, value: string, lifeInSeconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no cookieStore yet.
  document.cookie = formatScriptCookie(name, value, lifeInSeconds, location.protocol === 'https:');
}

/** A value for `document.cookie`. On https it is bound to this host, like the server's cookies. */
export function formatScriptCookie(
  name: string,
  value: string,
  lifeInSeconds: number,
  isEncrypted: boolean,
): string {
  return `${hostOnly(name, isEncrypted)}=${value}; path=/; max-age=${lifeInSeconds}; samesite=lax${isEncrypted ? '; secure' : ''}`;
}
