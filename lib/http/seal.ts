import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** AES-256-GCM with the nonce and tag lengths that NIST SP 800-38D recommends. */
const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** @param name the cookie's name or another purpose; `unseal` needs the same. @returns base64url, different each time. */
export function seal(text: string, { name, secretKey }: { name: string; secretKey: string }): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sealingKey(secretKey), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(name));
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
}

/** @returns null if none of the keys sealed it for this name, or it was changed or truncated. */
export function unseal(
  sealed: string,
  { name, secretKeys }: { name: string; secretKeys: string[] },
): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  // Base64url decoding ignores invalid characters, so many texts decode to the same bytes.
  const isAsWritten = bytes.toString('base64url') === sealed;
  if (!isAsWritten || bytes.length <= nonceBytes + tagBytes) return null;
  for (const secretKey of secretKeys) {
    const text = unsealWith(sealingKey(secretKey), bytes, name);
    if (text !== null) return text;
  }
  return null;
}

function unsealWith(key: KeyObject, bytes: Buffer, name: string): string | null {
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const shown = decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8');
  try {
    return shown + decipher.final('utf8');
  } catch {
    // Only a wrong tag throws here.
    return null;
  }
}

/** Caches KeyObjects, because Node.js makes one from raw bytes on each use. */
const sealingKeys = new Map<string, KeyObject>();

/** Derives a separate key by HKDF (RFC 5869), so that sealed texts reveal nothing about other uses of the secret key. */
function sealingKey(secretKey: string): KeyObject {
  const known = sealingKeys.get(secretKey);
  if (known) return known;
  const bytes = hkdfSync('sha256', secretKey, '', 'sealed cookie', keyBytes);
  const key = createSecretKey(Buffer.from(bytes));
  sealingKeys.set(secretKey, key);
  return key;
}
