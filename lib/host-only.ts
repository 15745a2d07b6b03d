/**
 * A cookie name that a browser takes from this very host alone (RFC 6265bis, `__Host-`): a sibling of the site, or someone
 * between it and a visitor, could otherwise plant what the site then believes. Browsers refuse the prefix without encryption.
 */
export function hostOnly(name: string, isEncrypted: boolean): string {
  return isEncrypted ? `__Host-${name}` : name;
}
