import type { CheckedPublicProof, EndedProof, WithheldProof } from '../../../../lib/proofs/public-proof.ts';
import { publicProofChecks } from '../../../../lib/proofs/public-proof-checks.ts';

type StandingCheck = Extract<CheckedPublicProof, { status: 'checked' }>;

const endings: Record<EndedProof['status'], string> = {
  removed: 'its owner removed the wallet',
  moved: 'the wallet was moved to another account',
  replaced: 'a newer proof took its place',
  deleted: 'its account was deleted',
};

/** What a checked proof says, each check, and the verdict. Plain text. */
export function describeStanding({ proof, checks, isValid }: StandingCheck, site: string | null): string {
  const failed = checks.filter(({ passed }) => !passed).length;
  const lines = [
    `Proof ${proof.id}, made ${proof.provenAt}. The message that was signed:`,
    '',
    ...quote(proof.statement),
    '',
    ...checks.map(({ name, passed }) => `${passed ? 'pass' : 'FAIL'}  ${publicProofChecks[name]}`),
    '',
    isValid
      ? `Sound: the key signed this statement, and the statement is in order. ${tellWhoVouches(proof, site)}`
      : `Not sound: ${failed} of ${checks.length} checks failed. Don't rely on it.`,
  ];
  return lines.join('\n');
}

export function describeEnded(proof: EndedProof): string {
  const next = proof.replacedBy ? ` The newer one is ${proof.replacedBy}.` : '';
  return `Proof ${proof.id} has ended: ${endings[proof.status]} (${proof.endedAt}).${next}`;
}

/** Why there is no message and no signature, and when there will be. Of what a file says, only what can't be made up of anything. */
export function describeWithheld(proof: WithheldProof): string {
  return `The evidence of proof ${proof.id} follows at ${proof.evidenceAt}: until then, whoever had it could sign in with it. Ask the site again then.`;
}

/**
 * The holder of a key can write and sign a statement that no site ever issued, and pass every check that needs nothing
 * but the file.
 */
function tellWhoVouches({ origin, url }: StandingCheck['proof'], site: string | null): string {
  return site === origin
    ? `${origin} answered with it just now: it issued this statement, and the proof stands.`
    : `Whether ${origin} issued it, and whether it still stands, only that site can say: ${url}`;
}

/**
 * A statement that fails may hold anything: characters that steer a terminal become question marks, and no line can
 * pass for one of ours.
 */
function quote(statement: string): string[] {
  return statement.split('\n').map((line) => `  | ${line.replace(/[^\x20-\x7e]/g, '?')}`.trimEnd());
}
