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

/** 32 bytes that require the secret key. Rotating it forgets counters, known browsers and requested emails. `purpose` separates uses. */
export function keyedHash(purpose: Purpose, parts: readonly string[]): Buffer {
  return createHmac('sha256', environment().supabaseSecretKey)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();
}

/** The first half of the hash, for cookies: 128 bits can't be guessed. */
export function keyedTag(purpose: Purpose, parts: readonly string[]): string {
  return keyedHash(purpose, parts).subarray(0, 16).toString('base64url');
}

/** Compares in constant time. */
export function isSameTag(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
