import { defineConfig } from 'playwright/test';
import { readBrowserName } from './scripts/prepare/browsers.ts';
import { findBrowser } from './scripts/prepare/find-browser.ts';
import { inProject } from './scripts/project-folder.ts';
import { isOutside } from './supabase/testing/outside-project.ts';

const reportFile = process.env.E2E_REPORT_FILE;
const browserName = process.env.E2E_BROWSER;
const browser = findBrowser(browserName ? readBrowserName(browserName) : undefined);

const desktop = { viewport: { width: 1280, height: 800 } };

/** Run by `npm run tour` only. */
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
      // Chromium's sandbox doesn't start as root, the usual user of containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  },
};

const inFirefox = {
  browserName: 'firefox',
  // The released Firefox, over WebDriver BiDi. Without this, Playwright would use its patched one.
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: inProject('e2e/firefox/start-firefox.ts'),
    env: { ...process.env, FIREFOX_PATH: browser?.path },
    // Tests can't set these in Firefox, which would take them from the machine: light theme, no motion, a mouse that hovers (2 + 4).
    firefoxUserPrefs: {
      'layout.css.prefers-color-scheme.content-override': 1,
      'ui.prefersReducedMotion': 1,
      'ui.primaryPointerCapabilities': 6,
    },
  },
} as const;

const inWebKit = {
  // Spoken to by Firefox's protocol, which e2e/webkit translates.
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: inProject('e2e/webkit/start-webkit.ts'),
    env: { ...process.env, WEBKIT_PATH: browser?.path },
  },
} as const;

/** Other engines run only the tests tagged with their name. */
const others: Record<string, object> = { firefox: inFirefox, webkit: inWebKit };
const other = browser && others[browser.name];

export default defineConfig({
  testDir: 'e2e',
  // `npm test` reads it from the report.
  ...(browser && { metadata: { browser: `${browser.version} (${browser.name})`.trim() } }),
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/fixtures/start-shared-stack.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Generous: only a hung test reaches these, and a passing test never waits for them.
  timeout: 10 * 60_000,
  expect: { timeout: 90_000 },
  // More than a small machine's cores, since tests spend much of their time waiting.
  workers: 4,
  // CI retries a failed test only to record its trace in `test-results`; it stays a failure.
  retries: process.env.CI ? 1 : 0,
  failOnFlakyTests: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ...(reportFile ? [['json', { outputFile: reportFile }] as const] : []),
    ...(isOutside() ? [['./e2e/fixtures/report-skipped.ts'] as const] : []),
  ],
  use: {
    bypassCSP: false,
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // Recording every step takes a third more time, so only retries are recorded, or everything with E2E_TRACE=1.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    ...(other ?? inChromium),
  },
  projects:
    other && browser
      ? [{ name: browser.name, grep: new RegExp(`@${browser.name}`), testIgnore: tour, use: desktop }]
      : [
          { name: 'desktop', grepInvert: /@slow/, testIgnore: tour, use: desktop },
          { name: 'slow', grep: /@slow/, testIgnore: tour, use: desktop },
          {
            name: 'phone',
            grep: /@phone/,
            testIgnore: tour,
            use: { viewport: { width: 360, height: 740 }, hasTouch: true },
          },
        ],
});
