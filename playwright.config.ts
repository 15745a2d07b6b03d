import { defineConfig } from 'playwright/test';
import { readBrowserName } from './scripts/prepare/browsers.ts';
import { findBrowser } from './scripts/prepare/find-browser.ts';
import { inProject } from './scripts/project-folder.ts';
import { isOutside } from './supabase/testing/outside-project.ts';

const reportFile = process.env.E2E_REPORT_FILE;
const browserName = process.env.E2E_BROWSER;
const browser = findBrowser(browserName ? readBrowserName(browserName) : undefined);

const desktop = { viewport: { width: 1280, height: 800 } };

/** What `npm run tour` alone runs. */
const tour = '**/tour.spec.ts';

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
    // Tests can't set these in Firefox, which would take them from the machine: light, no motion, a mouse that hovers (2 + 4).
    firefoxUserPrefs: {
      'layout.css.prefers-color-scheme.content-override': 1,
      'ui.prefersReducedMotion': 1,
      'ui.primaryPointerCapabilities': 6,
    },
  },
} as const;

const inWebKit = {
  // By the same protocol as Firefox, which e2e/webkit speaks for it.
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: inProject('e2e/webkit/start-webkit.ts'),
    env: { ...process.env, WEBKIT_PATH: browser?.path },
  },
} as const;

/** Other engines run what is tagged with their name. */
const others: Record<string, object> = { firefox: inFirefox, webkit: inWebKit };
const other = browser && others[browser.name];

export default defineConfig({
  testDir: 'e2e',
  // Read from the report by `npm test`.
  ...(browser && { metadata: { browser: `${browser.version} (${browser.name})`.trim() } }),
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/fixtures/start-shared-stack.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Only something that hangs reaches these: a slow machine is no failure, and a test that passes never waits for them.
  timeout: 10 * 60_000,
  expect: { timeout: 90_000 },
  // More than the cores of a small machine, since part of every test is waiting.
  workers: 4,
  // What failed is run again in CI to keep its trace in `test-results`, and stays a failure if it passes then.
  retries: process.env.CI ? 1 : 0,
  failOnFlakyTests: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ...(reportFile ? [['json', { outputFile: reportFile }] as const] : []),
    ...(isOutside() ? [['./e2e/fixtures/report-left-out.ts'] as const] : []),
  ],
  use: {
    bypassCSP: false,
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // Recording every step costs a third of the time, so only what failed is recorded; everything with E2E_TRACE=1.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    ...(other ?? inChromium),
  },
  projects:
    other && browser
      ? [{ name: browser.name, grep: new RegExp(`@${browser.name}`), testIgnore: tour, use: desktop }]
      : [
          { name: 'desktop', grepInvert: /@slow/, testIgnore: tour, use: desktop },
          // What `npm test` leaves to `npm run test:slow`.
          { name: 'slow', grep: /@slow/, testIgnore: tour, use: desktop },
          {
            name: 'phone',
            grep: /@phone/,
            testIgnore: tour,
            use: { viewport: { width: 360, height: 740 }, hasTouch: true },
          },
        ],
});
