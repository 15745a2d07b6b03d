import type { ProofMethod } from 'countersign/proof/statement';
import { keptPrefix } from '@/components/ui/draft-values';
import type { WantedSignature } from './signing-purpose';

/**
 * A proof that waits for "Confirm it's you". It stays in this tab, where no link can put one, and continues only for
 * the account that began it.
 */
type KeptProof = {
  account: string;
  purpose: 'prove' | 'move';
  address: string;
  method: ProofMethod;
  keptAt: number;
};

/** The prefix removes it at sign-out, with typed values. */
const storageKey = `${keptPrefix}proof`;

/** Longer than confirming takes, also by a mailed code. After that, people have forgotten it. */
const keptForMinutes = 15;

/** Does nothing where storage is blocked: then the proof is begun again by hand. */
export function keepProof({ name, address, method }: WantedSignature): void {
  const { account } = document.documentElement.dataset;
  if (!account || !address || (name !== 'prove' && name !== 'move')) return;
  const kept: KeptProof = { account, purpose: name, address, method, keptAt: Date.now() };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    return;
  }
}

/** The proof that was kept, once. Null when there is none, it is too old, or another account's. */
export function takeProof(): KeptProof | null {
  try {
    const stored = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    if (stored === null) return null;
    const kept = JSON.parse(stored) as KeptProof;
    const isOwn = kept.account === document.documentElement.dataset.account;
    const isGood = isOwn && Date.now() - kept.keptAt < keptForMinutes * 60_000;
    return isGood ? kept : null;
  } catch {
    // Blocked, or someone else wrote there.
    return null;
  }
}
