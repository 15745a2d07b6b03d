import { checkExportedProofs } from 'countersign/proof/exported-proofs';
import { checkPublicPage } from 'countersign/proof/public-page';
import { checkPublicProof } from 'countersign/proof/public-proof';
import { type Answer, type Command, defineCommand } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { describeExport, judgeExport } from './describe-export.ts';
import { describePage, judgePage } from './describe-page.ts';
import { describeEnded, describeStanding, describeWithheld } from './describe-proof.ts';
import { readProof } from './read-proof.ts';

const exitCodes = { sound: 0, unsound: 1, 'still-to-come': 2 } as const;

/**
 * Exit code: 0 if all checks pass, 1 if one fails or the proof has ended, 2 if nothing could be checked yet. For a page or an
 * export: 0 if every proof passes, ended ones included; 1 if one fails; 2 if none fails but evidence is still missing.
 */
export const verifyProof: Command = defineCommand({
  meta: {
    description:
      'Verifies a public proof, or all proofs of a page or an export, without trusting its source.',
  },
  args: {
    source: {
      type: 'positional',
      description: "file or URL of a proof or of a person's page, or file of an export",
    },
  },
  needs: '',
  notes: `Exit code: 0 all checks pass; 1 a check fails, or the proof has ended; 2 nothing to check, or not yet.`,
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
  const page = checkPublicPage(json);
  if (page.status === 'checked') {
    const verdict = judgePage(page);
    return {
      text: describePage(page, site),
      data: { verdict, proofs: page.proofs.length },
      exitCode: exitCodes[verdict],
    };
  }
  const checked = checkPublicProof(json);
  if (checked.status === 'unreadable')
    throw new PlainFailure('It is not a proof or page of a known version.');
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
