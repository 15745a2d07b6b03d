import { checkExportedProofs } from '../../../../lib/proofs/exported-proofs.ts';
import { checkPublicProof } from '../../../../lib/proofs/public-proof.ts';
import { type Answer, type Command, defineCommand } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { describeExport, judgeExport } from './describe-export.ts';
import { describeEnded, describeStanding, describeWithheld } from './describe-proof.ts';
import { readProof } from './read-proof.ts';

const exitCodes = { sound: 0, unsound: 1, 'still-to-come': 2 } as const;

/**
 * Checks a public proof, or every proof of an export, here, without trusting who gave it. Exit code: 0 when it passes every check,
 * 1 when it doesn't or has ended, 2 when there is nothing that could be checked, or not yet. For an export 0 when every
 * proof in it passes, also those that have ended; 1 when one fails; 2 when none fails and the evidence of some was still to come.
 */
export const verifyProof: Command = defineCommand({
  meta: { description: 'Checks a public proof, or every proof of an export, without trusting who gave it.' },
  args: {
    source: {
      type: 'positional',
      description: 'file or address of a proof, or the file of an export',
    },
  },
  needs: '',
  notes: `Exit code: 0 every check passes; 1 one fails, or the proof has ended; 2 there was nothing to check, or not yet.`,
  exitCodes: { failed: 2, misused: 2 },
  async run({ source }) {
    try {
      return await verify(source);
    } catch (error) {
      if (!(error instanceof PlainFailure)) throw error;
      throw new PlainFailure(`Nothing to check. ${error.message}`, { cause: error });
    }
  },
});

async function verify(source: string): Promise<Answer> {
  const { json, site } = await readProof(source);
  const exported = checkExportedProofs(json);
  if (exported) {
    const verdict = judgeExport(exported);
    return {
      text: describeExport(exported),
      data: { verdict, proofs: exported.length },
      exitCode: exitCodes[verdict],
    };
  }
  const checked = checkPublicProof(json);
  if (checked.status === 'unreadable') throw new PlainFailure('It is not a proof of a version known here.');
  if (checked.status === 'withheld') throw new PlainFailure(describeWithheld(checked.proof));
  if (checked.status === 'ended')
    return {
      text: describeEnded(checked.proof),
      data: { verdict: 'ended', id: checked.proof.id, status: checked.proof.status },
      exitCode: exitCodes.unsound,
    };
  const verdict = checked.isValid ? 'sound' : 'unsound';
  return {
    text: describeStanding(checked, site),
    data: {
      verdict,
      id: checked.proof.id,
      origin: checked.proof.origin,
      answered_by_origin: site === checked.proof.origin,
      checks: checked.checks,
    },
    exitCode: exitCodes[verdict],
  };
}
