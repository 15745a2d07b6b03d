import type { StandingProof, WithheldProof } from 'countersign/proof/public-proof';
import { readStatement } from 'countersign/proof/read-statement';

/**
 * What a proof calls its account: `shown` as the account wrote its name when it was made, `signed` as the statement has
 * it, in ASCII.
 * @returns null where it has no name, or where the statement is still withheld.
 */
export function nameAccount(
  proof: StandingProof | WithheldProof,
): { shown: string; signed: string | null } | null {
  if ('evidenceAt' in proof) return null;
  const signed = readStatement(proof.method, proof.statement)?.displayName ?? null;
  const shown = proof.displayName ?? signed;
  return shown === null ? null : { shown, signed };
}
