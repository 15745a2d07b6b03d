/**
 * A cookie name that browsers accept only from this exact host (RFC 6265bis, `__Host-`). Otherwise a sibling domain or an attacker in the
 * network could plant a value that the site trusts. Browsers refuse the prefix without encryption.
 */
export function hostOnly(name: string, isEncrypted: boolean): string {
  return isEncrypted ? `__Host-${name}` : name;
}
