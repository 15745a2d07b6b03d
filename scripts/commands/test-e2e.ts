import { isGood } from '../checks/check-result.ts';
import { runBrowserTests } from '../checks/run-browser-tests.ts';
import { buildApp } from '../prepare/build-app.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { withScratchFolder } from '../process/with-scratch-folder.ts';

const buildFolder = '.next-test';

/** `npm run test:e2e`: the browser tests, or those that the arguments name. Returns the exit code. */
export function run(playwrightArguments: string[]): Promise<number> {
  return withScratchFolder(async (scratchFolder, stopping) => {
    await installDependencies(stopping);
    stopping.throwIfAborted();
    const { ensureBrowser } = await import('../prepare/install-browser.ts');
    const browserPath = await ensureBrowser();
    await buildApp(buildFolder, stopping);
    stopping.throwIfAborted();
    const tests = { configFile: 'playwright.config.ts', buildFolder, browserPath, scratchFolder };
    return isGood(await runBrowserTests({ name: 'test:e2e', ...tests, playwrightArguments })) ? 0 : 1;
  });
}
