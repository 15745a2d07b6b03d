import { emailWithout, type SignInMethods } from './sign-in-methods.ts';

/**
 * Whether an account would have no sign-in method left without this identity: Auth keeps another one, but the project has
 * switched off what it is for. A proven wallet always signs in, and an e-mail by a code where the project sends them.
 * @param identityId null where no identity goes, but something that `ways` doesn't count any more.
 * @param enabled the sign-in methods that the project has switched on, by Supabase's names.
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
