import { createHash, randomBytes } from 'node:crypto';

/** 256 bits, which nobody guesses: so their hash needs no salt and no work. */
const secretBytes = 32;

/**
 * A secret for an app, to be shown once and never kept.
 * @returns it in letters that survive every encoding on the way, and what is stored of it: base64url of its SHA-256.
 */
export function makeClientSecret(): { secret: string; hash: string } {
  const secret = `cs_${randomBytes(secretBytes).toString('hex')}`;
  return { secret, hash: hashClientSecret(secret) };
}

/** What is stored of a secret, and compared. */
export function hashClientSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
