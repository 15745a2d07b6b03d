/** Whether this browser has passkeys at all. None has them on a page that came over plain http, but for localhost. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}
