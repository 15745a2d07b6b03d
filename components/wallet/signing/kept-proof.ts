import type { ProofMethod } from 'countersign/proof/statement';
import { keptPrefix } from '@/components/ui/draft-values';
import type { WantedSignature } from './signing-purpose';

/**
 * A proof that waits until someone has confirmed that it is them. It stays in this tab, where no link can put one: the page's
 * address only says that there is one to go on with. It goes on for the account that began it, and for no other.
 */
type KeptProof = {
  account: string;
  purpose: 'prove' | 'move';
  address: string;
  method: ProofMethod;
  keptAt: number;
};

/** By its beginning it goes with what was typed into forms, when someone signs out. */
const storageKey = `${keptPrefix}proof`;

/** Longer than it takes to confirm, also by a code in a mail. After that nobody remembers what they were about to do. */
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
