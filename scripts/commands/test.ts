import { checkBuild } from '../checks/check-build.ts';
import { type CheckResult, formatResults, formatTotal, isGood } from '../checks/check-result.ts';
import { checkSource } from '../checks/check-source.ts';
import { runBrowserTests } from '../checks/run-browser-tests.ts';
import { runUnitTests } from '../checks/run-unit-tests.ts';
import { showFailures } from '../checks/show-failures.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { showProgress } from '../process/show-progress.ts';
import { withScratchFolder } from '../process/with-scratch-folder.ts';
import { run as runBrowserTestsAlone } from './test-e2e.ts';

/** Not the folder of `npm start`, which may be running. */
const buildFolder = '.next-test';

/**
 * `npm test`: everything, browser included. Arguments narrow it to browser tests, as `npm run test:e2e` does:
 * `npm test -- sign-in`. Returns the exit code.
 */
export function run(commandArguments: string[]): Promise<number> {
  return commandArguments.length > 0 ? runBrowserTestsAlone(commandArguments) : runEverything();
}

function runEverything(): Promise<number> {
  return withScratchFolder(async (scratchFolder, stopping) => {
    await installDependencies(stopping);
    stopping.throwIfAborted();
    // Only now are the packages there that it needs.
    const { ensureBrowser } = await import('../prepare/install-browser.ts');
    const browser = await ensureBrowser();
    stopping.throwIfAborted();
    const results: CheckResult[] = await showProgress('Checking lint and types', checkSource);
    stopping.throwIfAborted();
    const build = await checkBuild(buildFolder, stopping);
    stopping.throwIfAborted();
    results.push(build);
    showFailures(results);
    const shared = { configFile: 'playwright.config.ts', buildFolder, browser, scratchFolder };
    // Side by side: each waits a good part of its time, for an answer or for a process to start.
    const tests = await Promise.all([
      runUnitTests(scratchFolder),
      ...(isGood(build)
        ? [runBrowserTests({ name: 'Browser tests', ...shared, playwrightArguments: [] })]
        : []),
    ]);
    stopping.throwIfAborted();
    showFailures(tests);
    results.push(...tests);
    console.log(`\n${formatResults(results)}\n\n${formatTotal(results)}`);
    return results.every(isGood) ? 0 : 1;
  });
}
