import { isIP } from 'node:net';

/** @returns whether browsers use a passkey of this RP ID on this site: it is the site's host or a parent of it. */
export function isRpIdOfSite(rpId: string, siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  // Browsers have no passkeys for IP addresses.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
  return hostname === rpId || (rpId.includes('.') && hostname.endsWith(`.${rpId}`));
}

/** Auth answers a plain 500 if its origins or its RP ID are missing. */
export function isWebAuthnUnset(message: string): boolean {
  return /^Failed to (initialize WebAuthn|generate WebAuthn authentication options)/.test(message);
}
