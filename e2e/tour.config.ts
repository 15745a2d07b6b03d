import { defineConfig } from 'playwright/test';
import tests from '../playwright.config.ts';

/** Walks every page and state for its screenshots: `npm run tour`. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'tour*.spec.ts',
  testIgnore: [],
  globalSetup: './fixtures/start-shared-stack.ts',
  outputDir: '../test-results/tour',
  projects: [{ name: 'tour', use: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 } }],
});
