import bcrypt from '@node-rs/bcrypt';
import type { AuthSettings } from '../core/settings.ts';
import { AuthError, validationFailed } from './auth-error.ts';

/** The longest input that bcrypt reads. */
export const longestPasswordBytes = 72;

/** Throws AuthError 400 for a too long password, 422 with the reasons for a too short one. */
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

/** Null if the password meets the project's rules. */
export function findWeakness(password: string, { minimumPasswordLength }: AuthSettings) {
  if (password.length >= minimumPasswordLength) return null;
  return { message: `Password should be at least ${minimumPasswordLength} characters.`, reasons: ['length'] };
}

/** Runs on another thread. At Auth's cost it takes about 50 ms, so call it outside transactions. */
export function hashPassword(password: string, { bcryptCost }: AuthSettings): Promise<string> {
  return bcrypt.hash(password, bcryptCost);
}

/** False for an account without a password. Call it outside transactions. */
export async function isPasswordOf(password: string, hash: string | null): Promise<boolean> {
  return hash ? bcrypt.verify(password, hash) : false;
}
