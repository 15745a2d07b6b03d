import type { ProofMethod } from 'countersign/proof/statement';
import { keptPrefix } from '@/components/ui/draft-values';
import type { WantedSignature } from './signing-purpose';

/** A proof that waits for a step-up. Stored in this tab, where no link can create one. Continues only for the same account. */
type KeptProof = {
  account: string;
  purpose: 'prove' | 'move';
  address: string;
  method: ProofMethod;
  keptAt: number;
};

/** The prefix has sign-out remove it, like typed values. */
const storageKey = `${keptPrefix}proof`;

/** Longer than confirming takes, even by emailed code, and short enough that the user remembers. */
const keptForMinutes = 15;

/** Does nothing if storage is blocked; the user then starts the proof again. */
export function keepProof({ name, address, method }: WantedSignature): void {
  const { account } = document.documentElement.dataset;
  const purpose = name === 'move-and-delete' ? 'prove' : name;
  if (!account || !address || (purpose !== 'prove' && purpose !== 'move')) return;
  const kept: KeptProof = { account, purpose, address, method, keptAt: Date.now() };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    return;
  }
}

/** Returns and removes the kept proof. Null if absent, too old, or another account's. */
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
    // Storage is blocked, or its content is invalid.
    return null;
  }
}
