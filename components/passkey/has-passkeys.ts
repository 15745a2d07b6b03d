/** Whether this browser supports passkeys. Browsers disable them over plain http, except on localhost. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}
