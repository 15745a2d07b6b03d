import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { environment } from '../env.ts';

type Purpose =
  | 'asked mail'
  | 'attempt counter'
  | 'known browser'
  | 'mail under way'
  | 'used code'
  | 'used mail token';

/**
 * A hash that nobody can compute or reverse without the server's secret key, the same in every process. A new secret
 * key starts all counters over, makes known browsers strangers, forgets who asked for a mail, and does no other harm.
 * @param purpose keeps hashes of one use apart from those of another.
 * @returns 32 bytes.
 */
export function keyedHash(purpose: Purpose, parts: readonly string[]): Buffer {
  return createHmac('sha256', environment().supabaseSecretKey)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();
}

/** The half of it that a cookie carries: 128 bits, far beyond guessing. */
export function keyedTag(purpose: Purpose, parts: readonly string[]): string {
  return keyedHash(purpose, parts).subarray(0, 16).toString('base64url');
}

/** Compares in constant time. */
export function isSameTag(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
