import { providerNames } from './providers.ts';

const names: Record<string, string> = {
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
  return (Object.hasOwn(names, means ?? '') && names[means ?? '']) || 'A sign-in method';
}
