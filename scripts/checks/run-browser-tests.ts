import { join } from 'node:path';
import { type Browser, variableOf } from '../prepare/browsers.ts';
import { testBuildFolder } from '../prepare/build-app.ts';
import { holdLock } from '../prepare/hold-lock.ts';
import { inProject } from '../project-folder.ts';
import type { CheckResult } from './check-result.ts';
import { runCheck, type TestCounts } from './run-check.ts';

type Options = {
  name: string;
  configFile: string;
  browser: Browser;
  /** Holds the report and the data of every stack the tests start. */
  scratchFolder: string;
  playwrightArguments: string[];
};

const resultsLock = inProject('.local', 'test-results.lock');

/** Runs Playwright on the build of `testBuildFolder`, writing to this terminal. */
export async function runBrowserTests(options: Options): Promise<CheckResult> {
  try {
    return await holdLock(resultsLock, () => runPlaywright(options), { signal: AbortSignal.abort() });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    // Another run uses Playwright's result folder, which Playwright empties at its start.
    const folder = inProject('.local', `test-results-${process.pid}`);
    return runPlaywright({
      ...options,
      playwrightArguments: [...options.playwrightArguments, `--output=${folder}`],
    });
  }
}

function runPlaywright(options: Options): Promise<CheckResult> {
  const { browser } = options;
  // `npm test` reads this report.
  const reportFile = process.env.E2E_REPORT_FILE ?? join(options.scratchFolder, 'playwright.json');
  return runCheck({
    name: options.name,
    nodeArguments: [
      inProject('node_modules/playwright/cli.js'),
      'test',
      `--config=${inProject(options.configFile)}`,
      ...options.playwrightArguments,
    ],
    environment: {
      ...process.env,
      E2E_BROWSER: browser.name,
      [variableOf(browser.name)]: browser.path,
      NEXT_DIST_DIR: testBuildFolder,
      E2E_REPORT_FILE: reportFile,
      E2E_SCRATCH_FOLDER: options.scratchFolder,
    },
    output: 'terminal',
    // On SIGINT, unlike SIGTERM, Playwright closes its browsers and the stack.
    stopSignal: 'SIGINT',
    report: { file: reportFile, count: countPlaywrightTests },
  });
}

/** Counts the tests in a report of Playwright's `json` reporter. A test that passes only on a retry counts as failed. */
export function countPlaywrightTests(report: unknown): TestCounts {
  const { config, stats, errors } = report as {
    config: { metadata?: { browser?: string } };
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  };
  const browser = config.metadata?.browser;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    ...(browser && { browser }),
  };
}
