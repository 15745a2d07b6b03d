import { checkBuild } from '../checks/check-build.ts';
import { formatResults, formatTotal, isGood } from '../checks/check-result.ts';
import { runBrowserTests } from '../checks/run-browser-tests.ts';
import { showFailures } from '../checks/show-failures.ts';
import { type BrowserName, readBrowserName } from '../prepare/browsers.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { withScratchFolder } from '../process/with-scratch-folder.ts';

/** Not the folder of `npm start`, which may be running. */
const buildFolder = '.next-test';

/**
 * `npm run test:e2e -- [--browser=NAME] [Playwright's arguments]`: the browser tests alone, on a build that is made when
 * the sources have changed. In Firefox those that are tagged `@firefox`. Returns the exit code.
 */
export function run(commandArguments: string[]): Promise<number> {
  return withScratchFolder(async (scratchFolder, stopping) => {
    const { browserName, playwrightArguments } = readArguments(commandArguments);
    await installDependencies(stopping);
    stopping.throwIfAborted();
    // Only now are the packages there that it needs.
    const { ensureBrowser } = await import('../prepare/install-browser.ts');
    const browser = await ensureBrowser(browserName);
    stopping.throwIfAborted();
    const results = [await checkBuild(buildFolder, stopping)];
    stopping.throwIfAborted();
    if (results.every(isGood)) {
      const name = `Browser tests (${browser.name})`;
      const shared = { configFile: 'playwright.config.ts', buildFolder, browser, scratchFolder };
      results.push(await runBrowserTests({ name, ...shared, playwrightArguments }));
    }
    stopping.throwIfAborted();
    showFailures(results);
    console.log(`\n${formatResults(results)}\n\n${formatTotal(results)}`);
    return results.every(isGood) ? 0 : 1;
  });
}

const option = '--browser=';

/** @throws PlainFailure when the browser is none of ours */
function readArguments(commandArguments: string[]): {
  browserName?: BrowserName;
  playwrightArguments: string[];
} {
  const playwrightArguments = commandArguments.filter((one) => !one.startsWith(option));
  const named = commandArguments.findLast((one) => one.startsWith(option));
  return { playwrightArguments, ...(named && { browserName: readBrowserName(named.slice(option.length)) }) };
}
