import { hash, randomBytes } from 'node:crypto';

/** The usual number: enough for years of lost phones, few enough to print. */
export const recoveryCodeCount = 10;

/** RFC 4648: no 0, 1, 8 or 9, which read like letters. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 80 random bits, which nobody can guess. @returns 16 characters in groups of four, like `ABCD-EFGH-IJKL-MN23`. */
export function makeRecoveryCode(): string {
  const bits = BigInt(`0x${randomBytes(10).toString('hex')}`);
  const characters = Array.from({ length: 16 }, (_, place) =>
    alphabet.charAt(Number((bits >> BigInt(5 * place)) & 31n)),
  );
  return (characters.join('').match(/.{4}/g) ?? []).join('-');
}

/** However it was written: groups and case say nothing. 80 random bits need no slow hash. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', code.replace(/[\s-]/g, '').toUpperCase(), 'hex');
}
