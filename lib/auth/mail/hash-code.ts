import { createHash } from 'node:crypto';

/** Auth's own hash of a code and its address. */
export function hashCode(email: string, code: string): string {
  return createHash('sha224')
    .update(email.toLowerCase() + code)
    .digest('hex');
}
