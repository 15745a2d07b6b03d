import { Provider, providerNames } from '@/lib/flow/providers';

/** @param enabled the ways that the project has switched on. @returns those that confirm nothing here but by signing in, like `GitHub or a wallet`. */
export function nameProviders(enabled: readonly string[]): string {
  const providers = Provider.options.filter((provider) => enabled.includes(provider));
  const names = [...providers.map((provider) => providerNames[provider]), 'a wallet'];
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}
