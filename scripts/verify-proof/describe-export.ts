import type { CheckedExportedProof } from '../../lib/proofs/exported-proofs.ts';
import { publicProofChecks } from '../../lib/proofs/public-proof.ts';

export function areAllSound(proofs: readonly CheckedExportedProof[]): boolean {
  return proofs.every(isSound);
}

function isSound({ checked }: CheckedExportedProof): boolean {
  return checked.status === 'checked' && checked.isValid;
}

/** A line for each proof, and the verdict on all of them. Plain text, with nothing of a proof that fails but its place. */
export function describeExport(proofs: readonly CheckedExportedProof[]): string {
  if (proofs.length === 0) return 'There is no proof in this export.';
  const failed = proofs.filter((proof) => !isSound(proof)).length;
  return [
    ...proofs.map(describeOne),
    '',
    failed === 0
      ? `Sound: each of ${proofs.length} statements was signed by its key. Whether a proof still stands only its site can say.`
      : `Not sound: ${failed} of ${proofs.length} proofs failed. Don't rely on those.`,
  ].join('\n');
}

function describeOne({ stood, checked }: CheckedExportedProof, place: number): string {
  if (checked.status !== 'checked') return `FAIL  proof ${place + 1} is not written as a proof is`;
  const wrong = checked.checks.filter(({ passed }) => !passed);
  if (wrong.length > 0) {
    return `FAIL  proof ${place + 1}: ${wrong.map(({ name }) => publicProofChecks[name]).join(' ')}`;
  }
  const { id, address, provenAt } = checked.proof;
  const namesAccount = checked.checks.some(({ name }) => name === 'account');
  return `pass  ${id}  ${address}  ${provenAt}  ${stood}${namesAccount ? '' : ', names no account'}`;
}
