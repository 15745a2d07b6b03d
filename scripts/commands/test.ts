import { join } from 'node:path';
import { PlainFailure } from '../../packages/cli/src/plain-failure.ts';
import { isOutside } from '../../supabase/testing/outside-project.ts';
import {
  type CheckResult,
  formatResults,
  formatTotal,
  isGood,
  showFailures,
} from '../checks/check-result.ts';
import { formatFailures, listFailedUnitTests } from '../checks/list-failures.ts';
import { recordRun } from '../checks/record-run.ts';
import { countPlaywrightTests } from '../checks/run-browser-tests.ts';
import type { TestCounts } from '../checks/run-check.ts';
import { runScript } from '../checks/run-script.ts';
import { testBuildFolder } from '../prepare/build-app.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { showProgress } from '../process/show-progress.ts';
import { withScratchFolder } from '../process/with-scratch-folder.ts';

const commands = { '--without-browser': 'npm run validate', '--all': 'npm run test:all' };

/** What `--all` adds to the browser that is found. */
const otherBrowsers = ['chromium', 'firefox'] as const;

/**
 * `npm test`: lint, types, unit tests, a build, and browser tests against it. With `--without-browser` it is
 * `npm run validate`: no build and no browser. With `--all` it is `npm run test:all`: a full Chromium, Firefox, the
 * recipes of docs/apps.md, what `deploy` holds and the mutants too. Any other arguments narrow it to browser tests: `npm test -- sign-in`. Returns the exit code.
 */
export function run(args: string[]): Promise<number> {
  return withScratchFolder(async (scratchFolder, stopping) => {
    const [kind, ...more] = args;
    if (kind && !(kind in commands)) return runBrowserTestsOnly(args);
    if (kind && more.length > 0)
      throw new PlainFailure(`${commands[kind as keyof typeof commands]} takes no arguments.`);
    if (isOutside())
      throw new PlainFailure(
        'With TEST_BACKEND, run `npm run test:unit` and `npm run test:e2e`, one after the other.',
      );
    const withBrowser = kind !== '--without-browser';
    let found = '';
    let isBuilt = false;
    await installDependencies(stopping);
    stopping.throwIfAborted();
    if (withBrowser) {
      // Before everything else, because nobody should hear after minutes that there is none. Only now are the packages
      // there that it needs.
      const { ensureBrowser } = await import('../prepare/install-browser.ts');
      found = (await ensureBrowser()).name;
      if (kind === '--all') for (const browser of otherBrowsers) await ensureBrowser(browser);
    }
    const startedAt = Date.now();
    const results: CheckResult[] = [];
    const add = (added: CheckResult[]) => {
      stopping.throwIfAborted();
      showFailures(added);
      results.push(...added);
    };
    // Side by side, since each leaves a core idle.
    add(
      await showProgress('Checking lint and types', () =>
        Promise.all([runScript('lint'), runScript('typecheck')]),
      ),
    );
    if (!withBrowser) {
      add([await showProgress('Running the unit tests', () => runUnitTests(scratchFolder))]);
    } else {
      const variables = { NEXT_DIST_DIR: testBuildFolder };
      add([await showProgress('Building the app', () => runScript('build', { variables }))]);
      isBuilt = results.every(({ name, failed }) => name !== 'build' || failed === 0);
      // Side by side: each waits a good part of its time, for an answer or for a process to start.
      add(
        await Promise.all([
          runUnitTests(scratchFolder),
          ...(isBuilt ? [runBrowserTests(scratchFolder)] : []),
        ]),
      );
    }
    if (kind === '--all') {
      // One after the other, because each takes the whole machine.
      for (const browser of isBuilt ? otherBrowsers.filter((one) => one !== found) : [])
        add([await runBrowserTests(scratchFolder, [`--browser=${browser}`])]);
      if (isBuilt) add([await runRecipes(scratchFolder)]);
      add([await runDeployTests(scratchFolder)]);
      add([await runScript('test:mutants', { output: 'terminal' })]);
    }
    recordRun(kind ? commands[kind as keyof typeof commands] : 'npm test', startedAt, results);
    const failures = formatFailures(results.flatMap((result) => result.failures ?? []));
    console.log(
      `\n${formatResults(results)}\n\n${failures && `Failed:\n\n${failures}\n`}${formatTotal(results)}`,
    );
    return results.every(isGood) ? 0 : 1;
  });
}

async function runBrowserTestsOnly(args: string[]): Promise<number> {
  console.log(`Running only the browser tests for: ${args.join(' ')}. \`npm test\` alone runs everything.`);
  return isGood(await runScript('test:e2e', { args, output: 'terminal' })) ? 0 : 1;
}

function runUnitTests(scratchFolder: string): Promise<CheckResult> {
  const file = join(scratchFolder, 'jest.json');
  return runScript('test:unit', {
    args: ['--json', `--outputFile=${file}`],
    report: { file, count: countJestTests },
  });
}

/** A file that cannot be loaded has no tests of its own to count. */
function countJestTests(report: unknown): TestCounts {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = report as Record<string, number>;
  return {
    passed: numPassedTests ?? 0,
    failed: (numFailedTests ?? 0) + (numRuntimeErrorTestSuites ?? 0),
    failures: listFailedUnitTests(report),
  };
}

function runRecipes(scratchFolder: string): Promise<CheckResult> {
  const file = join(scratchFolder, 'recipes.json');
  return runScript('test:recipes', {
    output: 'terminal',
    variables: { E2E_REPORT_FILE: file },
    report: { file, count: (report) => countPlaywrightTests(report, 'test:recipes') },
  });
}

function runDeployTests(scratchFolder: string): Promise<CheckResult> {
  const file = join(scratchFolder, 'deploy.json');
  return runScript('test:deploy', {
    args: ['--json', `--outputFile=${file}`],
    output: 'terminal',
    report: { file, count: countJestTests },
  });
}

async function runBrowserTests(scratchFolder: string, args: string[] = []): Promise<CheckResult> {
  const file = join(scratchFolder, `playwright${args.join('')}.json`);
  const result = await runScript('test:e2e', {
    args,
    output: 'terminal',
    variables: { E2E_REPORT_FILE: file },
    report: { file, count: countPlaywrightTests },
  });
  return { ...result, name: ['test:e2e', ...args].join(' ') };
}
