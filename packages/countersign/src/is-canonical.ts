/** Base64url whose unused last bits are 0 (RFC 4648, section 3.5). Decoders ignore these bits. */
const canonicalPart = /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/;

/** Whether no other text decodes to the same compact JWS or JWE, so that a token can't be altered unnoticed. */
export function isCanonical(compact: string): boolean {
  return compact.split('.').every((part) => canonicalPart.test(part));
}
