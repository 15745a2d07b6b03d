import { Provider, providerNames } from '../../flow/providers.ts';
import type { Identity } from './sign-in-methods.ts';

export function nameIdentity({ kind, who }: Pick<Identity, 'kind' | 'who'>): string {
  const provider = Provider.safeParse(kind);
  if (provider.success) return providerNames[provider.data];
  if (kind === 'wallet') return 'a Solana wallet';
  return kind === 'email' ? 'an email' : who;
}
