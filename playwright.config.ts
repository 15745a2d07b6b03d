import { defineConfig } from 'playwright/test';
import { findBrowser } from './scripts/prepare/find-browser.ts';

const reportFile = process.env.E2E_REPORT_FILE;
const executablePath = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: '**/tour.spec.ts',
  globalSetup: './e2e/fixtures/start-shared-stack.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Only something that hangs reaches these: a slow machine is no failure, and a test that passes never waits for them.
  timeout: 10 * 60_000,
  expect: { timeout: 90_000 },
  // More than the cores of a small machine: answers that wait for a floor leave them idle.
  workers: 4,
  // What failed is run once more in CI to keep its trace in `test-results`, and stays a failure if it passes then.
  retries: process.env.CI ? 1 : 0,
  failOnFlakyTests: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: reportFile ? [['list'], ['json', { outputFile: reportFile }]] : 'list',
  use: {
    bypassCSP: false,
    // Recording every step costs a third of the time, so only what failed is recorded; everything with E2E_TRACE=1.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        // Chromium refuses its sandbox to root, as whom containers usually run.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
  ],
});
