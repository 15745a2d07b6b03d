import { hash, randomBytes } from 'node:crypto';

/** The usual number: enough for years of lost phones, and short enough to print. */
export const recoveryCodeCount = 10;

/** RFC 4648, without 0, 1, 8 and 9, which resemble letters. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 80 random bits, beyond guessing. @returns 16 characters in groups of four, like `ABCD-EFGH-IJKL-MN23`. */
export function makeRecoveryCode(): string {
  const bits = BigInt(`0x${randomBytes(10).toString('hex')}`);
  const characters = Array.from({ length: 16 }, (_, place) =>
    alphabet.charAt(Number((bits >> BigInt(5 * place)) & 31n)),
  );
  return (characters.join('').match(/.{4}/g) ?? []).join('-');
}

/** Ignores spaces, hyphens and case. 80 random bits need no slow hash. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', code.replace(/[\s-]/g, '').toUpperCase(), 'hex');
}
