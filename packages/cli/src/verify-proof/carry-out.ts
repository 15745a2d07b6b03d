import { checkExportedProofs } from '../../../../lib/proofs/exported-proofs.ts';
import { checkPublicProof } from '../../../../lib/proofs/public-proof.ts';
import { PlainFailure } from '../plain-failure.ts';
import { describeExport, judgeExport } from './describe-export.ts';
import { describeEnded, describeStanding, describeWithheld } from './describe-proof.ts';
import { readProof } from './read-proof.ts';

const usage = 'Usage: npm run verify-proof -- <file or address of a proof, or the file of an export>';

const exitCodes = { sound: 0, unsound: 1, 'still-to-come': 2 } as const;

/**
 * `npm run verify-proof -- <file or URL>`: checks a public proof, or every proof of an export, here, without trusting
 * who gave it.
 * @returns 0 when it passes every check, 1 when it doesn't or has ended, 2 when there is nothing that could be checked, or not
 * yet. For an export 0 when every proof in it passes, also those that have ended; 1 when one fails; 2 when none fails
 * and the evidence of some was still to come.
 */
export async function carryOut([source, ...others]: string[]): Promise<number> {
  if (!source || others.length > 0) {
    console.error(usage);
    return 2;
  }
  try {
    const { json, site } = await readProof(source);
    const exported = checkExportedProofs(json);
    if (exported) {
      console.log(describeExport(exported));
      return exitCodes[judgeExport(exported)];
    }
    const checked = checkPublicProof(json);
    if (checked.status === 'unreadable') throw new PlainFailure('It is not a proof of a version known here.');
    if (checked.status === 'withheld') throw new PlainFailure(describeWithheld(checked.proof));
    console.log(checked.status === 'ended' ? describeEnded(checked.proof) : describeStanding(checked, site));
    return checked.status === 'checked' && checked.isValid ? 0 : 1;
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error;
    console.error(`Nothing to check. ${error.message}`);
    return 2;
  }
}
