import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits, which nobody guesses: so their hash needs no salt and no work. */
const secretBytes = 32;

/** An app has one secret and, for a while after a rotation, the one before it. */
const mostSecrets = 2;

/** Stands in for a missing secret in the comparison. */
const noHash = Buffer.alloc(32);

/** A secret for an app, to be shown once, and what is stored of it: base64url of its SHA-256. */
export function makeClientSecret(): { secret: string; hash: string } {
  const secret = `cs_${randomBytes(secretBytes).toString('hex')}`;
  return { secret, hash: hashClientSecret(secret) };
}

export function hashClientSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether one of these hashes is the secret's. Takes as long for none as for two, right or wrong. */
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

/** Whether a text may say when a secret was made, which names it: as the database writes a time, to the microsecond. */
export function isWhenMade(text: string): boolean {
  return (
    /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}
