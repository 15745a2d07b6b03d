import type { CheckedExportedProof } from '../../../../lib/proofs/exported-proofs.ts';
import { publicProofChecks } from '../../../../lib/proofs/public-proof-checks.ts';

/** The worst of what can be said of its proofs. */
export function judgeExport(proofs: readonly CheckedExportedProof[]): 'sound' | 'unsound' | 'still-to-come' {
  const checkable = proofs.filter(({ checked }) => checked.status !== 'withheld');
  if (!checkable.every(isSound)) return 'unsound';
  return checkable.length === proofs.length ? 'sound' : 'still-to-come';
}

function isSound({ checked }: CheckedExportedProof): boolean {
  return checked.status === 'checked' && checked.isValid;
}

/** A line for each proof, and the verdict on all of them. Plain text, with nothing of a proof that fails but its place. */
export function describeExport(proofs: readonly CheckedExportedProof[]): string {
  if (proofs.length === 0) return 'There is no proof in this export.';
  return [...proofs.map(describeOne), '', describeVerdict(proofs)].join('\n');
}

function describeVerdict(proofs: readonly CheckedExportedProof[]): string {
  const verdict = judgeExport(proofs);
  if (verdict === 'sound') {
    return `Sound: each of ${proofs.length} statements was signed by its key. Whether a proof still stands only its site can say.`;
  }
  const waiting = proofs.filter(({ checked }) => checked.status === 'withheld').length;
  if (verdict === 'still-to-come') {
    return `Not all can be checked yet: ${waiting} of ${proofs.length} proofs came without evidence, and none of the others failed. Whoever has such evidence can sign in with it until the time that is named, so an export that is made later holds it.`;
  }
  const failed = proofs.length - waiting - proofs.filter(isSound).length;
  return `Not sound: ${failed} of ${proofs.length} proofs failed. Don't rely on those.`;
}

function describeOne({ stood, checked }: CheckedExportedProof, place: number): string {
  if (checked.status === 'withheld') {
    const { id, provenAt, evidenceAt } = checked.proof;
    // Nothing has checked its address.
    return `wait  ${id}  ${provenAt}  ${stood}, its evidence follows at ${evidenceAt}`;
  }
  if (checked.status !== 'checked') return `FAIL  proof ${place + 1} is not written as a proof is`;
  const wrong = checked.checks.filter(({ passed }) => !passed);
  if (wrong.length > 0) {
    return `FAIL  proof ${place + 1}: ${wrong.map(({ name }) => publicProofChecks[name]).join(' ')}`;
  }
  const { id, address, provenAt } = checked.proof;
  const namesAccount = checked.checks.some(({ name }) => name === 'account');
  return `pass  ${id}  ${address}  ${provenAt}  ${stood}${namesAccount ? '' : ', names no account'}`;
}
