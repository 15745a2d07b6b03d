import { join } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { isOutside } from '../../supabase/testing/outside-project.ts';
import { type CheckResult, formatTotal, isGood, showFailures } from '../checks/check-result.ts';
import { countPlaywrightTests } from '../checks/run-browser-tests.ts';
import { runScript, type TestCounts } from '../checks/run-check.ts';
import { testBuildFolder } from '../prepare/build-app.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { showProgress } from '../process/show-progress.ts';
import { withScratchFolder } from '../process/with-scratch-folder.ts';

const commands = {
  '--without-browser': 'npm run validate',
  '--slow': 'npm run test:slow',
  '--all': 'npm run test:all',
};
type Kind = keyof typeof commands;

const otherBrowsers = ['chromium', 'firefox', 'webkit'] as const;

/**
 * `npm test`: lint, types, unit tests, a build, and browser tests of it. `--without-browser` (`npm run validate`) stops before
 * the build. `--slow` (`npm run test:slow`) runs the slow tests and the tests of a phone's screen. `--all` (`npm run test:all`)
 * runs all of these, the browser tests in Chromium, Firefox and WebKit, recipes, `lab/deploy` and mutants. Other arguments select
 * browser tests: `npm test -- sign-in`.
 */
export function run(args: string[]): Promise<number> {
  return withScratchFolder(async (scratchFolder, stopping) => {
    const [first, ...more] = args;
    if (first && !(first in commands)) return runBrowserTestsOnly(args);
    const kind = first as Kind | undefined;
    if (kind && more.length > 0) throw new PlainFailure(`${commands[kind]} takes no arguments.`);
    if (isOutside())
      throw new PlainFailure(
        'With TEST_BACKEND, run `npm run test:unit` and `npm run test:e2e`, one after the other.',
      );
    const withBrowser = kind !== '--without-browser';
    let found = '';
    await installDependencies(stopping);
    if (withBrowser) {
      // First, so that a missing browser fails the run at once. Imported late: its packages weren't installed before.
      const { ensureBrowser } = await import('../prepare/ensure-browser.ts');
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
    if (kind !== '--slow')
      // In parallel, since each leaves a core idle.
      add(
        await showProgress('Checking lint and types', () =>
          Promise.all([runScript('lint'), runScript('typecheck')]),
        ),
      );
    if (!withBrowser) {
      add([await showProgress('Running the unit tests', () => runUnitTests(scratchFolder, kind))]);
    } else {
      const variables = { NEXT_DIST_DIR: testBuildFolder };
      add([await showProgress('Building the app', () => runScript('build', { variables }))]);
      const isBuilt = results.every(({ name, failed }) => name !== 'build' || failed === 0);
      // In parallel, since both often wait for responses and for processes to start.
      add(
        await Promise.all([
          runUnitTests(scratchFolder, kind),
          ...(isBuilt ? [runBrowserTests(scratchFolder, kind, projectsOf(kind))] : []),
        ]),
      );
      if (kind === '--all' && isBuilt) {
        // Sequential, since each uses all cores.
        for (const browser of otherBrowsers.filter((one) => one !== found)) {
          const projects = browser === 'chromium' ? projectsOf(undefined) : [];
          add([await runBrowserTests(scratchFolder, kind, [`--browser=${browser}`, ...projects])]);
        }
        add([await runRecipes(scratchFolder)]);
      }
    }
    if (kind === '--all') {
      const report = reportJest(join(scratchFolder, 'deploy.json'));
      add([await runScript('test:deploy', { ...report, output: 'terminal' })]);
      add([await runScript('test:mutants', { output: 'terminal' })]);
    }
    console.log(`\n${((Date.now() - startedAt) / 1000).toFixed(0)} s\n${formatTotal(results)}`);
    return results.every(isGood) ? 0 : 1;
  });
}

/** The projects of playwright.config.ts to run; an empty list runs all. */
function projectsOf(kind: Kind | undefined): string[] {
  if (kind === '--all') return [];
  return kind === '--slow' ? ['--project=slow', '--project=phone'] : ['--project=desktop'];
}

async function runBrowserTestsOnly(args: string[]): Promise<number> {
  console.log(`Running only the browser tests for: ${args.join(' ')}. \`npm test\` alone runs everything.`);
  return isGood(await runScript('test:e2e', { args, output: 'terminal' })) ? 0 : 1;
}

const slowTests = { '--slow': 'only', '--without-browser': 'none', '--all': '' };

function runUnitTests(scratchFolder: string, kind: Kind | undefined): Promise<CheckResult> {
  const variables = { SLOW_TESTS: kind ? slowTests[kind] : 'none' };
  return runScript('test:unit', { ...reportJest(join(scratchFolder, 'jest.json')), variables });
}

function reportJest(file: string) {
  return { args: ['--json', `--outputFile=${file}`], report: { file, count: countJestTests } };
}

/** Counts a file that fails to load as one failed test. */
function countJestTests(report: unknown): TestCounts {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = report as Record<string, number>;
  return {
    passed: numPassedTests ?? 0,
    failed: (numFailedTests ?? 0) + (numRuntimeErrorTestSuites ?? 0),
  };
}

function runRecipes(scratchFolder: string): Promise<CheckResult> {
  const file = join(scratchFolder, 'recipes.json');
  return runScript('test:recipes', {
    output: 'terminal',
    variables: { E2E_REPORT_FILE: file },
    report: { file, count: countPlaywrightTests },
  });
}

async function runBrowserTests(
  scratchFolder: string,
  kind: Kind | undefined,
  args: string[],
): Promise<CheckResult> {
  const browser = args.find((one) => one.startsWith('--browser=')) ?? '';
  const file = join(scratchFolder, `playwright${browser}.json`);
  const result = await runScript('test:e2e', {
    args,
    output: 'terminal',
    // Checks contrast in dark and forced colors too; `npm test` does so only in e2e/appearance.spec.ts.
    variables: { E2E_REPORT_FILE: file, ...(kind && { E2E_LOOKS: 'all' }) },
    report: { file, count: countPlaywrightTests },
  });
  return { ...result, name: ['test:e2e', ...(browser ? [browser] : [])].join(' ') };
}
