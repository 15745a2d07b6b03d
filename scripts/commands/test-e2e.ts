import { isGood } from '../checks/check-result.ts';
import { runBrowserTests } from '../checks/run-browser-tests.ts';
import { type BrowserName, readBrowserName } from '../prepare/browsers.ts';
import { buildApp, testBuildFolder } from '../prepare/build-app.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { withScratchFolder } from '../process/with-scratch-folder.ts';

/**
 * `npm run test:e2e -- [--browser=NAME] [Playwright's arguments]`: the browser tests alone. Builds first if the sources
 * changed. Firefox and WebKit run only the tests tagged `@firefox` and `@webkit`.
 */
export function run(commandArguments: string[]): Promise<number> {
  return withScratchFolder(async (scratchFolder, stopping) => {
    const { browserName, playwrightArguments } = readArguments(commandArguments);
    await installDependencies(stopping);
    // Imported late: its packages weren't installed before.
    const { ensureBrowser } = await import('../prepare/ensure-browser.ts');
    const browser = await ensureBrowser(browserName);
    stopping.throwIfAborted();
    await buildApp(testBuildFolder, stopping);
    stopping.throwIfAborted();
    const tests = { configFile: 'playwright.config.ts', browser, scratchFolder };
    return isGood(await runBrowserTests({ name: 'test:e2e', ...tests, playwrightArguments })) ? 0 : 1;
  });
}

const option = '--browser=';

function readArguments(commandArguments: string[]): {
  browserName?: BrowserName;
  playwrightArguments: string[];
} {
  const playwrightArguments = commandArguments.filter((one) => !one.startsWith(option));
  const named = commandArguments.findLast((one) => one.startsWith(option));
  return { playwrightArguments, ...(named && { browserName: readBrowserName(named.slice(option.length)) }) };
}
