import type { StandingProof, WithheldProof } from 'countersign/proof/public-proof';
import { readStatement } from 'countersign/proof/read-statement';

/**
 * A proof's name of its account: `shown` as the account wrote it when the proof was made, `signed` as the statement has
 * it, in ASCII.
 * @returns null if it has no name, or the statement is still withheld.
 */
export function nameAccount(
  proof: StandingProof | WithheldProof,
): { shown: string; signed: string | null } | null {
  if ('evidenceAt' in proof) return null;
  const signed = readStatement(proof.method, proof.statement)?.displayName ?? null;
  const shown = proof.displayName ?? signed;
  return shown === null ? null : { shown, signed };
}
