import { emailWithout, type SignInMethods } from './sign-in-methods.ts';

/**
 * Whether no enabled sign-in method is left without this identity: wallets and passkeys always count. Auth protects only the last identity.
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
