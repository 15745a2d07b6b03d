import type { Scope } from '@/lib/apps/scopes';

/** What an app sees besides wallets, as parts of a sentence. */
const parts: Partial<Record<Scope, string>> = {
  profile: 'your name',
  email: 'your email',
};

/**
 * What an app sees of an account, in a sentence.
 * @param wallets how many it sees now.
 */
export function describeWhatItSees(scopes: readonly Scope[], wallets: number): string {
  const seesWallets = scopes.includes('wallets') || scopes.includes('proofs');
  const seen = ['an ID of yours that no other site knows', ...scopes.flatMap((scope) => parts[scope] ?? [])];
  if (seesWallets && wallets > 0) seen.push(nameWallets(wallets, scopes.includes('proofs')));
  const sentence = `It sees ${join(seen)}.`;
  return seesWallets && wallets === 0 ? `${sentence} It sees no wallet.` : sentence;
}

function nameWallets(wallets: number, withProofs: boolean): string {
  const named = wallets === 1 ? 'one wallet' : `${wallets} wallets`;
  if (!withProofs) return `${named} that you proved`;
  return `${named} with what you signed for ${wallets === 1 ? 'it' : 'them'}, which names your account`;
}

function join(parts: string[]): string {
  const [last = '', ...others] = parts.toReversed();
  return others.length > 0 ? `${others.toReversed().join(', ')} and ${last}` : last;
}
