import type { CheckedExportedProof } from 'countersign/proof/exported-proofs';
import { publicProofChecks } from 'countersign/proof/public-proof-checks';

/** The worst verdict of its proofs. */
export function judgeExport(proofs: readonly CheckedExportedProof[]): 'sound' | 'unsound' | 'still-to-come' {
  const checkable = proofs.filter(({ checked }) => checked.status !== 'withheld');
  if (!checkable.every(isSound)) return 'unsound';
  return checkable.length === proofs.length ? 'sound' : 'still-to-come';
}

function isSound({ checked }: CheckedExportedProof): boolean {
  return checked.status === 'checked' && checked.isValid;
}

/** Shows only the position of a failing proof. */
export function describeExport(proofs: readonly CheckedExportedProof[]): string {
  if (proofs.length === 0) return 'This export contains no proofs.';
  return [...proofs.map(describeOne), '', describeVerdict(proofs)].join('\n');
}

function describeVerdict(proofs: readonly CheckedExportedProof[]): string {
  const verdict = judgeExport(proofs);
  if (verdict === 'sound') {
    return `Sound: each of ${proofs.length} statements was signed by its key. Only the site can confirm that a proof is still active.`;
  }
  const waiting = proofs.filter(({ checked }) => checked.status === 'withheld').length;
  if (verdict === 'still-to-come') {
    return `Not all can be checked yet: ${waiting} of ${proofs.length} proofs have no evidence, and none of the others failed. Until the time shown, their evidence could be used to sign in. Export again after it.`;
  }
  const failed = proofs.length - waiting - proofs.filter(isSound).length;
  return `Not sound: ${failed} of ${proofs.length} proofs failed. Don't rely on those.`;
}

function describeOne({ stood, checked }: CheckedExportedProof, place: number): string {
  if (checked.status === 'withheld') {
    const { id, provenAt, evidenceAt } = checked.proof;
    // Its address is unverified.
    return `wait  ${id}  ${provenAt}  ${stood}, evidence available at ${evidenceAt}`;
  }
  if (checked.status !== 'checked') return `FAIL  proof ${place + 1} is malformed`;
  const wrong = checked.checks.filter(({ passed }) => !passed);
  if (wrong.length > 0) {
    return `FAIL  proof ${place + 1}: ${wrong.map(({ name }) => publicProofChecks[name]).join(' ')}`;
  }
  const { id, address, provenAt } = checked.proof;
  const namesAccount = checked.checks.some(({ name }) => name === 'account');
  return `pass  ${id}  ${address}  ${provenAt}  ${stood}${namesAccount ? '' : ', names no account'}`;
}
