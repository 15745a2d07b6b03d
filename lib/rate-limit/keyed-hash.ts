import 'server-only';
import { createHmac } from 'node:crypto';
import { environment } from '../env.ts';

/**
 * A hash that nobody can compute or reverse without the server's secret key, the same in every process. A new secret
 * key starts all counters over, makes known browsers strangers, forgets who asked for a mail, and does no other harm.
 * @param purpose keeps hashes of one use apart from those of another.
 * @returns 32 bytes.
 */
export function keyedHash(
  purpose:
    | 'asked mail'
    | 'attempt counter'
    | 'known browser'
    | 'mail under way'
    | 'used code'
    | 'used mail token',
  parts: readonly string[],
): Buffer {
  return createHmac('sha256', environment().supabaseSecretKey)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();
}
