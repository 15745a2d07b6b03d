/** For non-secret facts that only the browser knows: scripts can't set `HttpOnly`. @param lifeInSeconds 0 deletes the cookie. */
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

/** With `__Host-` on https, which browsers accept from this host only: sibling domains and networks can't plant a value (RFC 6265bis). */
export function hostOnly(name: string, isEncrypted: boolean): string {
  return isEncrypted ? `__Host-${name}` : name;
}
