import { installDependencies } from '../prepare/install-dependencies.ts';
import { PlainFailure } from '../process/plain-failure.ts';

const usage = 'Usage: npm run verify-proof -- <file or address of a proof, or the file of an export>';

/**
 * `npm run verify-proof -- <file or URL>`: checks a public proof, or every proof of an export, here, without trusting
 * who gave it.
 * @returns 0 when it passes every check, 1 when it doesn't or has ended, 2 when there is nothing that could be checked.
 * For an export 0 when every proof in it passes, also those that have ended.
 */
export async function run([source, ...others]: string[]): Promise<number> {
  if (!source || others.length > 0) {
    console.error(usage);
    return 2;
  }
  await installDependencies();
  const { checkExportedProofs } = await import('../../lib/proofs/exported-proofs.ts');
  const { checkPublicProof } = await import('../../lib/proofs/public-proof.ts');
  const { readProof } = await import('../verify-proof/read-proof.ts');
  const { describeEnded, describeStanding } = await import('../verify-proof/describe-proof.ts');
  const { areAllSound, describeExport } = await import('../verify-proof/describe-export.ts');
  try {
    const { json, site } = await readProof(source);
    const exported = checkExportedProofs(json);
    if (exported) {
      console.log(describeExport(exported));
      return areAllSound(exported) ? 0 : 1;
    }
    const checked = checkPublicProof(json);
    if (checked.status === 'unreadable') throw new PlainFailure('It is not a proof of a version known here.');
    console.log(checked.status === 'ended' ? describeEnded(checked.proof) : describeStanding(checked, site));
    return checked.status === 'checked' && checked.isValid ? 0 : 1;
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error;
    console.error(`Nothing to check. ${error.message}`);
    return 2;
  }
}
