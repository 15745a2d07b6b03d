import { spawnSync } from 'node:child_process';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { isGood } from '../checks/check-result.ts';
import { runBrowserTests } from '../checks/run-browser-tests.ts';
import { buildApp, testBuildFolder } from '../prepare/build-app.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { installTool } from '../prepare/install-tool.ts';
import { withScratchFolder } from '../process/with-scratch-folder.ts';
import { inProject } from '../project-folder.ts';

const programs = [
  { name: 'curl', test: ['--version'] },
  { name: 'openssl', test: ['version'] },
];

/** `npm run test:recipes -- [Playwright's arguments]`: runs each recipe of docs/apps.md and each example against its own site. */
export function run(playwrightArguments: string[]): Promise<number> {
  return withScratchFolder(async (scratchFolder, stopping) => {
    for (const { name, test } of programs)
      if (spawnSync(name, test).status !== 0)
        throw new PlainFailure(`The recipes need ${name}. Install it with your package manager.`);
    await installDependencies(stopping);
    const { ensureBrowser } = await import('../prepare/ensure-browser.ts');
    const { installExamples } = await import('../example/start-example.ts');
    const { examples } = await import('../example/examples.ts');
    const { installPythonExample } = await import('../example/install-python-example.ts');
    const browser = await ensureBrowser();
    // Also builds the `countersign` package, which the recipes install.
    await installExamples(...examples);
    await installTool(inProject('recipes'), inProject('packages/countersign/dist'));
    stopping.throwIfAborted();
    installPythonExample();
    stopping.throwIfAborted();
    await buildApp(testBuildFolder, stopping);
    stopping.throwIfAborted();
    const tests = { name: 'test:recipes', configFile: 'recipes/recipes.config.ts' };
    const result = await runBrowserTests({ ...tests, browser, scratchFolder, playwrightArguments });
    return isGood(result) ? 0 : 1;
  });
}
