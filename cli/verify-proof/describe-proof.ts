import type { CheckedPublicProof, EndedProof, WithheldProof } from 'countersign/proof/public-proof';
import { publicProofChecks } from 'countersign/proof/public-proof-checks';

type StandingCheck = Extract<CheckedPublicProof, { status: 'checked' }>;

const endings: Record<EndedProof['status'], string> = {
  removed: 'its owner removed the wallet',
  moved: 'the wallet was moved to another account',
  replaced: 'a newer proof replaced it',
  deleted: 'its account was deleted',
};

export function describeStanding({ proof, checks, isValid }: StandingCheck, site: string | null): string {
  const failed = checks.filter(({ passed }) => !passed).length;
  const lines = [
    `Proof ${proof.id} of ${proof.provenAt}. The signed statement:`,
    '',
    ...quote(proof.statement),
    '',
    ...checks.map(({ name, passed }) => `${passed ? 'pass' : 'FAIL'}  ${publicProofChecks[name]}`),
    '',
    isValid
      ? `Sound: the key signed this statement, and its content is correct. ${explainVouching(proof, site)}`
      : `Not sound: ${failed} of ${checks.length} checks failed. Don't rely on it.`,
  ];
  return lines.join('\n');
}

export function describeEnded(proof: EndedProof): string {
  const next = proof.replacedBy ? ` Newer proof: ${proof.replacedBy}.` : '';
  return `Proof ${proof.id} has ended: ${endings[proof.status]} (${proof.endedAt}).${next}`;
}

/** Shows only validated fields of the file. */
export function describeWithheld(proof: WithheldProof): string {
  return `The evidence of proof ${proof.id} is available at ${proof.evidenceAt}: before that, it could be used to sign in. Try again then.`;
}

/** Says who confirms the proof: the holder of a key can sign a statement that no site issued, which passes every offline check. */
function explainVouching({ origin, url }: StandingCheck['proof'], site: string | null): string {
  return site === origin
    ? `${origin} returned this proof just now, so it issued the statement and the proof is active.`
    : `Only ${origin} can confirm that the statement is its own and the proof still active: ${url}`;
}

/**
 * An invalid statement may contain anything: escapes the terminal's control characters as question marks, and prefixes every
 * line so that none can imitate this command's output.
 */
function quote(statement: string): string[] {
  return statement.split('\n').map((line) => `  | ${line.replace(/[^\x20-\x7e]/g, '?')}`.trimEnd());
}
