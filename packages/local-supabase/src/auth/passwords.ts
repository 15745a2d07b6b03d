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
  if (password.length < settings.minimumPasswordLength) {
    const message = `Password should be at least ${settings.minimumPasswordLength} characters.`;
    throw new AuthError(422, 'weak_password', message, { weak_password: { reasons: ['length'] } });
  }
}

/** Runs on another thread. Call it outside a transaction: at the cost of Auth it takes some 50 ms. */
export function hashPassword(password: string, { bcryptCost }: AuthSettings): Promise<string> {
  return bcrypt.hash(password, bcryptCost);
}

/** False for an account without a password. Call it outside a transaction. */
export async function isPasswordOf(password: string, hash: string | null): Promise<boolean> {
  return hash ? bcrypt.verify(password, hash) : false;
}
