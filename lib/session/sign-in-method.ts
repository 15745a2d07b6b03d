import { z } from 'zod';

/** By Supabase's names. `provider-forms.tsx` has their icons, `supabase/config.toml` their settings, `packages/local-supabase` their local sign-in. */
export const Provider = z.enum(['github', 'google']);
export type Provider = z.infer<typeof Provider>;

export const providerNames: Record<Provider, string> = { github: 'GitHub', google: 'Google' };

/** Each provider's sign-in origin, to which a form's redirects may lead. */
export const providerOrigins: Record<Provider, string> = {
  github: 'https://github.com',
  google: 'https://accounts.google.com',
};

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
  code: 'with an emailed code',
  link: 'with an emailed link',
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

const changedMethods: Record<string, string> = {
  password: 'A password',
  authenticator: 'An authenticator',
  passkey: 'A passkey',
  email: 'Another email',
  web3: 'Signing in with another wallet',
  ...Object.fromEntries(
    Object.entries(providerNames).map(([provider, name]) => [provider, `Signing in with ${name}`]),
  ),
};

export function nameChangedMethodWithin(means: string | undefined): string {
  const name = nameChangedMethod(means);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** @param means the database's name. An unknown one isn't repeated. */
export function nameChangedMethod(means: string | undefined): string {
  return (Object.hasOwn(changedMethods, means ?? '') && changedMethods[means ?? '']) || 'A sign-in method';
}
