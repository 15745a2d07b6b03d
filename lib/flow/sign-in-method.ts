import { type Provider, providerNames } from './providers.ts';

/** How the user signed in. A first confirmation counts, because it signs in. */
export type SignInMethod =
  | 'password'
  | 'code'
  | 'link'
  | 'confirmation'
  | 'recovery'
  | 'wallet'
  | 'passkey'
  | Provider;

const names: Record<string, string> = {
  password: 'with the password',
  code: 'with a mailed code',
  link: 'with a mailed link',
  confirmation: 'by email',
  recovery: 'with a link to reset the password',
  wallet: 'with a wallet',
  passkey: 'with a passkey',
  authenticator: 'with a code from an authenticator',
  recovery_code: 'with a recovery code',
  ...Object.fromEntries(Object.entries(providerNames).map(([provider, name]) => [provider, `with ${name}`])),
};

/** The end of a sentence about a sign-in. Neutral for an unknown method. */
export function nameSignInMethod(method: string | undefined): string {
  return method && Object.hasOwn(names, method) ? (names[method] ?? '') : 'another way';
}
