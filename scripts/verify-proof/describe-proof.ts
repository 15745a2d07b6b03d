import {
  type CheckedPublicProof,
  type EndedProof,
  publicProofChecks,
} from '../../lib/proofs/public-proof.ts';

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
      ? `Valid. ${saysWhetherItStands(proof.origin, proof.url, site)}`
      : `Not valid: ${failed} of ${checks.length} checks failed. Don't rely on it.`,
  ];
  return lines.join('\n');
}

export function describeEnded(proof: EndedProof): string {
  const next = proof.replacedBy ? ` The newer one is ${proof.replacedBy}.` : '';
  return `Proof ${proof.id} has ended: ${endings[proof.status]} (${proof.endedAt}).${next}`;
}

function saysWhetherItStands(origin: string, url: string, site: string | null): string {
  if (site === origin) return `It stands now, says ${origin}.`;
  return `Whether it still stands, only its site can say: ${url}`;
}

/**
 * A statement that fails may hold anything: characters that steer a terminal become question marks, and no line can
 * pass for one of ours.
 */
function quote(statement: string): string[] {
  return statement.split('\n').map((line) => `  | ${line.replace(/[^\x20-\x7e]/g, '?')}`.trimEnd());
}
