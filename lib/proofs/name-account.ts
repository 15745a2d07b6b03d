import type { StandingProof, WithheldProof } from 'countersign/proof/public-proof';
import { readStatement } from 'countersign/proof/read-statement';

/** `shown`: as the account wrote it; `signed`: as in the statement, in ASCII. Null without a name, or while the statement is withheld. */
export function nameAccount(
  proof: StandingProof | WithheldProof,
): { shown: string; signed: string | null } | null {
  if ('evidenceAt' in proof) return null;
  const signed = readStatement(proof.method, proof.statement)?.displayName ?? null;
  const shown = proof.displayName ?? signed;
  return shown === null ? null : { shown, signed };
}
