import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** AES-256-GCM with nonces and tags of the lengths that NIST SP 800-38D recommends. */
const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Hides a text from everyone who does not have the server's secret key.
 * @param name of the cookie it goes into, or what else it is for: under another name nobody opens it.
 * @returns base64url, never the same twice.
 */
export function seal(text: string, { name, secretKey }: { name: string; secretKey: string }): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sealingKey(secretKey), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(name));
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
}

/** @returns null when none of these keys sealed it, or it was for another name, or was changed or cut since. */
export function unseal(
  sealed: string,
  { name, secretKeys }: { name: string; secretKeys: string[] },
): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  // Decoding skips what is no base64url, so that many a text stands for the same bytes.
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
    // The tag does not fit: nothing else makes this throw.
    return null;
  }
}

/** Derived once, as keys and not as bytes, of which each use would make a key again. */
const sealingKeys = new Map<string, KeyObject>();

/** A key of its own, by HKDF (RFC 5869), so that nothing that is sealed tells of other uses of the secret key. */
function sealingKey(secretKey: string): KeyObject {
  const known = sealingKeys.get(secretKey);
  if (known) return known;
  const bytes = hkdfSync('sha256', secretKey, '', 'sealed cookie', keyBytes);
  const key = createSecretKey(Buffer.from(bytes));
  sealingKeys.set(secretKey, key);
  return key;
}
