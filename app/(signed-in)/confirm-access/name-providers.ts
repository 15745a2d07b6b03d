import { Provider, providerNames } from '@/lib/session/sign-in-method';

/** @returns the enabled methods that confirm only by a new sign-in, such as `GitHub or a wallet`. */
export function nameProviders(enabled: readonly string[]): string {
  const providers = Provider.options.filter((provider) => enabled.includes(provider));
  const names = [...providers.map((provider) => providerNames[provider]), 'a wallet'];
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}
