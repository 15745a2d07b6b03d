/** Whether this browser has passkeys at all. Not on a page that came over plain http, but for localhost. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && typeof navigator.credentials?.get === 'function';
}
