import { defineConfig } from 'playwright/test';
import tests from '../playwright.config.ts';

/** Runs each recipe of docs/apps.md against a test site: `npm run test:recipes`. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: [],
  globalSetup: '../e2e/fixtures/start-shared-stack.ts',
  outputDir: '../test-results/recipes',
  workers: 2,
  projects: [{ name: 'recipes', use: { viewport: { width: 1280, height: 800 } } }],
});
