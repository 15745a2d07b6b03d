import { defineConfig } from 'playwright/test';
import { readBrowserName } from './scripts/prepare/browsers.ts';
import { findBrowser } from './scripts/prepare/find-browser.ts';
import { inProject } from './scripts/project-folder.ts';

const reportFile = process.env.E2E_REPORT_FILE;
const browserName = process.env.E2E_BROWSER;
const browser = findBrowser(browserName ? readBrowserName(browserName) : undefined);

const desktop = { viewport: { width: 1280, height: 800 } };

const inChromium = {
  launchOptions: {
    ...(browser && { executablePath: browser.path }),
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
};

const inFirefox = {
  browserName: 'firefox',
  // The one that people use, by WebDriver BiDi; without this, one that Playwright has changed.
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: inProject('e2e/firefox/start-firefox.ts'),
    env: { ...process.env, FIREFOX_PATH: browser?.path },
    // Light and without motion, whatever the system is set to: tests can't set these in Firefox.
    firefoxUserPrefs: { 'layout.css.prefers-color-scheme.content-override': 1, 'ui.prefersReducedMotion': 1 },
  },
} as const;

export default defineConfig({
  testDir: 'e2e',
  // Read from the report by `npm test`.
  ...(browser && { metadata: { browser: browser.version || browser.name } }),
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
  reporter: reportFile ? [['list'], ['json', { outputFile: reportFile }]] : 'list',
  use: {
    bypassCSP: false,
    // Recording every step costs a third of the time: E2E_TRACE=1 when a failure needs it.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    ...(browser?.name === 'firefox' ? inFirefox : inChromium),
  },
  projects:
    browser?.name === 'firefox'
      ? [{ name: 'firefox', grep: /@firefox/, use: desktop }]
      : [
          { name: 'desktop', use: desktop },
          { name: 'phone', grep: /@phone/, use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
        ],
});
