import type { Scope } from '@/lib/apps/scopes';

const parts: Partial<Record<Scope, string>> = {
  profile: 'your name',
  email: 'your email',
};

/** @param wallets the number of wallets the app sees now. */
export function describeAppAccess(scopes: readonly Scope[], wallets: number): string {
  const seesWallets = scopes.includes('wallets') || scopes.includes('proofs');
  const seen = ['an ID for this app', ...scopes.flatMap((scope) => parts[scope] ?? [])];
  if (seesWallets) seen.push(nameWallets(wallets, scopes.includes('proofs')));
  return `Can see: ${seen.join(', ')}.`;
}

function nameWallets(wallets: number, withProofs: boolean): string {
  if (wallets === 0) return 'no wallets';
  if (wallets === 1)
    return withProofs ? '1 wallet with its signed proof, which names your account' : '1 wallet';
  return withProofs
    ? `${wallets} wallets with their signed proofs, which name your account`
    : `${wallets} wallets`;
}
