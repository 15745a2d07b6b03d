import type { Scope } from '@/lib/apps/scopes';

/** What an app sees besides wallets. */
const parts: Partial<Record<Scope, string>> = {
  profile: 'your name',
  email: 'your email',
};

/**
 * What an app sees of an account, as a list.
 * @param wallets how many it sees now.
 */
export function describeWhatItSees(scopes: readonly Scope[], wallets: number): string {
  const seesWallets = scopes.includes('wallets') || scopes.includes('proofs');
  const seen = ['an ID for this app', ...scopes.flatMap((scope) => parts[scope] ?? [])];
  if (seesWallets) seen.push(nameWallets(wallets, scopes.includes('proofs')));
  return `Can see: ${seen.join(', ')}.`;
}

function nameWallets(wallets: number, withProofs: boolean): string {
  if (wallets === 0) return 'no wallets';
  const named = wallets === 1 ? '1 wallet' : `${wallets} wallets`;
  return withProofs
    ? `${named} with ${wallets === 1 ? 'its' : 'their'} signed proof${wallets === 1 ? '' : 's'}, which name${wallets === 1 ? 's' : ''} your account`
    : named;
}
