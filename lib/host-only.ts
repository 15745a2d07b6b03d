/** With `__Host-` on https, which browsers accept from this host only: sibling domains and networks can't plant a value (RFC 6265bis). */
export function hostOnly(name: string, isEncrypted: boolean): string {
  return isEncrypted ? `__Host-${name}` : name;
}
