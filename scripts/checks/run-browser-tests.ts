import { join } from 'node:path';
import type { Browser } from '../prepare/browsers.ts';
import { inProject } from '../project-folder.ts';
import type { CheckResult } from './check-result.ts';
import { runCheck, type TestCounts } from './run-check.ts';

type Options = {
  name: string;
  configFile: string;
  buildFolder: string;
  browser: Browser;
  /** Holds the report and the data of every stack the tests start. */
  scratchFolder: string;
  /** Handed to Playwright as they are: file names, `--grep …`. */
  playwrightArguments: string[];
};

/** Runs Playwright on a finished build, writing to this terminal. */
export function runBrowserTests(options: Options): Promise<CheckResult> {
  const { browser } = options;
  // One for each browser: what one run left behind counts for no other.
  const reportFile = join(options.scratchFolder, `playwright-${browser.name}.json`);
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
      [browser.name === 'firefox' ? 'FIREFOX_PATH' : 'CHROMIUM_PATH']: browser.path,
      NEXT_DIST_DIR: options.buildFolder,
      E2E_REPORT_FILE: reportFile,
      E2E_SCRATCH_FOLDER: options.scratchFolder,
    },
    output: 'terminal',
    // What lets Playwright end its browsers and the stack; it does not do so on SIGTERM.
    stopSignal: 'SIGINT',
    report: { file: reportFile, count: countPlaywrightTests },
  });
}

function countPlaywrightTests(report: unknown): TestCounts {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
