import { isIP } from 'node:net';

/** @returns whether a browser uses a passkey of this RP ID on this site: its host, or a parent of it. */
export function fitsSite(rpId: string, siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  // Browsers know no passkeys of an address.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
  return hostname === rpId || (rpId.includes('.') && hostname.endsWith(`.${rpId}`));
}

/** Auth reports missing origins or a missing RP ID by a 500 like any other. */
export function isUnset(message: string): boolean {
  return /^Failed to (initialize WebAuthn|generate WebAuthn authentication options)/.test(message);
}
