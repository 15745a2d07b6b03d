import type { ProofMethod } from '@/lib/proofs/statement';
import type { WantedSignature } from './signing-purpose';

/**
 * A proof that waits until somebody has confirmed that it is them. It stays in this tab, where no link can put one: the page's
 * address only says that there is one to go on with.
 */
type KeptProof = { purpose: 'prove' | 'move'; address: string; method: ProofMethod; keptAt: number };

const storageKey = 'countersign.proof';

/** Longer than it takes to confirm, also by a code in a mail. After that nobody remembers what they were about to do. */
const keptForMinutes = 15;

/** Does nothing where storage is blocked: then the proof is begun again by hand. */
export function keepProof({ name, address, method }: WantedSignature): void {
  if (!address || (name !== 'prove' && name !== 'move')) return;
  const kept: KeptProof = { purpose: name, address, method, keptAt: Date.now() };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    return;
  }
}

/** The proof that was kept, once. Null when there is none, or it is too old. */
export function takeProof(): KeptProof | null {
  try {
    const stored = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    const kept = stored === null ? null : (JSON.parse(stored) as KeptProof);
    return kept && Date.now() - kept.keptAt < keptForMinutes * 60_000 ? kept : null;
  } catch {
    // Blocked, or somebody else wrote there.
    return null;
  }
}
