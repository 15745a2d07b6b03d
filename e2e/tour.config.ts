import { defineConfig } from 'playwright/test';
import tests from '../playwright.config.ts';

/** Runs the tests that take screenshots of pages, for `npm run tour`. */
export default defineConfig({
  ...tests,
  testDir: '.',
  globalSetup: './fixtures/start-shared-stack.ts',
  outputDir: '../test-results/tour',
  projects: [
    { name: 'tour', grep: /@tour/, use: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 } },
  ],
});
