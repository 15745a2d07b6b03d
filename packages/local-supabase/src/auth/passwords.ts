import bcrypt from '@node-rs/bcrypt';
import type { AuthSettings } from '../core/settings.ts';
import { AuthError, validationFailed } from './auth-error.ts';

/** bcrypt reads no more bytes than this. */
export const longestPasswordBytes = 72;

/** Throws AuthError when the password is too long (400) or too short (422 with its reasons). */
export function checkPasswordRules(password: string, settings: AuthSettings): void {
  if (Buffer.byteLength(password) > longestPasswordBytes) {
    throw validationFailed(`Password cannot be longer than ${longestPasswordBytes} characters`);
  }
  const weakness = findWeakness(password, settings);
  if (weakness) {
    const { message, reasons } = weakness;
    throw new AuthError(422, 'weak_password', message, { weak_password: { reasons } });
  }
}

/** Null for a password that the project's rules allow. */
export function findWeakness(password: string, { minimumPasswordLength }: AuthSettings) {
  if (password.length >= minimumPasswordLength) return null;
  return { message: `Password should be at least ${minimumPasswordLength} characters.`, reasons: ['length'] };
}

/** Runs on another thread. Call it outside a transaction: at the cost of Auth it takes some 50 ms. */
export function hashPassword(password: string, { bcryptCost }: AuthSettings): Promise<string> {
  return bcrypt.hash(password, bcryptCost);
}

/** False for an account without a password. Call it outside a transaction. */
export async function isPasswordOf(password: string, hash: string | null): Promise<boolean> {
  return hash ? bcrypt.verify(password, hash) : false;
}
