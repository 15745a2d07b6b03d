import { defineConfig } from 'playwright/test';
import { findBrowser } from './scripts/prepare/find-browser.ts';
import { isOutside } from './supabase/testing/outside-project.ts';

const reportFile = process.env.E2E_REPORT_FILE;
const executablePath = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: '**/tour.spec.ts',
  globalSetup: './e2e/fixtures/start-shared-stack.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Generous, because a slow machine is no failure; a test that passes never waits for these.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // More than the cores of a small machine: answers that wait for a floor leave them idle.
  workers: 4,
  // A test that passes only the second time hides a race.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ...(reportFile ? [['json', { outputFile: reportFile }] as const] : []),
    ...(isOutside() ? [['./e2e/fixtures/report-left-out.ts'] as const] : []),
  ],
  use: {
    bypassCSP: false,
    // Recording every step costs a third of the time: E2E_TRACE=1 when a failure needs it.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
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
