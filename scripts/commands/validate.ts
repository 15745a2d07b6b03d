import { formatResults, formatTotal, isGood } from '../checks/check-result.ts';
import { checkSource } from '../checks/check-source.ts';
import { runUnitTests } from '../checks/run-unit-tests.ts';
import { showFailures } from '../checks/show-failures.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { showProgress } from '../process/show-progress.ts';
import { withScratchFolder } from '../process/with-scratch-folder.ts';

/** `npm run validate`: lint, types and unit tests, no browser. Returns the exit code. */
export function run(): Promise<number> {
  return withScratchFolder(async (scratchFolder, stopping) => {
    await installDependencies(stopping);
    stopping.throwIfAborted();
    const results = await showProgress('Checking lint, types and unit tests', async () => [
      ...(await checkSource()),
      await runUnitTests(scratchFolder),
    ]);
    stopping.throwIfAborted();
    showFailures(results);
    console.log(`${formatResults(results)}\n\n${formatTotal(results)}`);
    return results.every(isGood) ? 0 : 1;
  });
}
