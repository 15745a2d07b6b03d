import { createHash } from 'node:crypto';

/** Auth stores a code together with the address it was mailed to. */
export function hashCode(email: string, code: string): string {
  return createHash('sha224')
    .update(email.toLowerCase() + code)
    .digest('hex');
}
