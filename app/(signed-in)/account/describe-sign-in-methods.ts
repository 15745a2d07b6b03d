import { nameIdentity } from '@/lib/auth/account/name-identity';
import type { SignInMethods } from '@/lib/auth/account/sign-in-methods';

/** Such as `You can sign in with a code by email, your password and GitHub.` */
export function describeSignInMethods({
  email,
  hasPassword,
  walletsThatSignIn,
  passkeys,
  identities,
}: SignInMethods): string {
  const names = [
    ...(email ? ['a code by email'] : []),
    ...(email && hasPassword ? ['your password'] : []),
    ...identities
      .filter(({ kind, isProvenWallet }) => kind !== 'email' && !(isProvenWallet && walletsThatSignIn > 0))
      .map(nameIdentity),
    ...(passkeys > 0 ? ['a passkey'] : []),
    ...(walletsThatSignIn > 0 ? ['a proven wallet'] : []),
  ];
  const last = names.pop() ?? 'nothing';
  return `You can sign in with ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}.`;
}
