import { emailWithout, type SignInMethods } from './sign-in-methods.ts';

/**
 * Whether an account would have no enabled sign-in method left without this identity; Auth protects only the last identity, enabled
 * or not. A proven wallet and a passkey always count, and an email if the project sends codes.
 * @param identityId null if no identity is removed, but a passkey that `signInMethods` doesn't count any more.
 */
export function isLastSignInMethod(
  signInMethods: SignInMethods,
  identityId: string | null,
  enabled: readonly string[],
): boolean {
  if (signInMethods.walletsThatSignIn > 0 || signInMethods.passkeys > 0) return false;
  const email = identityId === null ? signInMethods.email : emailWithout(signInMethods, identityId);
  if (enabled.includes('email') && email) return false;
  const left = signInMethods.identities.filter(({ id }) => id !== identityId);
  return !left.some(({ kind }) => kind === 'wallet' || (kind !== 'email' && enabled.includes(kind)));
}
