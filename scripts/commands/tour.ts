import { mkdirSync, rmSync } from 'node:fs';
import { isGood } from '../checks/check-result.ts';
import { runBrowserTests } from '../checks/run-browser-tests.ts';
import { drawPictures } from '../pictures/draw-picture.ts';
import { buildApp, testBuildFolder } from '../prepare/build-app.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { withScratchFolder } from '../process/with-scratch-folder.ts';
import { inProject } from '../project-folder.ts';

const still = inProject('docs/pictures/how-it-works.png');
const moving = inProject('docs/pictures/how-it-works.webp');

/**
 * `npm run tour`: runs the browser tests tagged `@tour`, which save screenshots of every page and state in `tour/` with
 * `show`. A tour without arguments also redraws the README's pictures.
 */
export function run(playwrightArguments: string[]): Promise<number> {
  return withScratchFolder(async (scratchFolder, stopping) => {
    await installDependencies(stopping);
    const { ensureBrowser } = await import('../prepare/ensure-browser.ts');
    const browser = await ensureBrowser();
    await buildApp(testBuildFolder, stopping);
    stopping.throwIfAborted();
    rmSync(inProject('tour'), { recursive: true, force: true });
    mkdirSync(inProject('tour'));
    const tour = { name: 'Tour', configFile: 'e2e/tour.config.ts', browser, scratchFolder };
    const result = await runBrowserTests({ ...tour, playwrightArguments });
    if (!isGood(result)) return 1;
    console.log('The screenshots are in tour/.');
    if (playwrightArguments.length === 0) await drawPictures(browser.path, { still, moving });
    return 0;
  });
}
