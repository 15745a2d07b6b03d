import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, beyond guessing, so their hash needs neither salt nor work factor. */
const secretBytes = 32;

/** The current secret and, for a while after a rotation, the previous one. */
const mostSecrets = 2;

const noHash = Buffer.alloc(32);

/** Makes a secret to show once, and its hash to store: SHA-256 in base64url. */
export function makeClientSecret(): { secret: string; hash: string } {
  const secret = `cs_${randomBytes(secretBytes).toString('hex')}`;
  return { secret, hash: hashClientSecret(secret) };
}

export function hashClientSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether one of the hashes is the secret's. Takes the same time for zero to two hashes, right or wrong. */
export function isClientSecret(hashes: readonly string[], secret: string): boolean {
  const given = Buffer.from(hashClientSecret(secret), 'base64url');
  let isRight = false;
  for (let at = 0; at < mostSecrets; at++) {
    const kept = Buffer.from(hashes[at] ?? '', 'base64url');
    const isHash = kept.length === noHash.length;
    const isSame = timingSafeEqual(given, isHash ? kept : noHash);
    if (isHash && isSame) isRight = true;
  }
  return isRight;
}

/** Whether a text can be the microsecond timestamp that identifies a secret. */
export function isSecretTimestamp(text: string): boolean {
  return (
    /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}

/** Hashes a code, a token or a request's id (SHA-256, base64url): the database stores only the hash, which can't be used in its place. */
export function hashId(id: string): string {
  return hash('sha256', id, 'base64url');
}
