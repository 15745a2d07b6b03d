import { join } from 'node:path';
import groups from './groups.json' with { type: 'json' };

/** `npm run test:mutants` says which group, where reports go, and where the copy of the project goes. */
const { MUTANTS_GROUP: group, MUTANTS_REPORTS: reports, MUTANTS_SCRATCH: scratch } = process.env;
const { mutate, tests, testTimeoutInMilliseconds } = groups[group];

/**
 * For one of the groups. Stryker puts all mutants into a copy of the project and switches on one at a time.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate,
  ignorers: ['words-of-logs'],
  plugins: ['@stryker-mutator/jest-runner', join(import.meta.dirname, 'ignore-words-of-logs.mjs')],
  testRunner: 'jest',
  jest: {
    configFile: 'jest.config.mjs',
    enableFindRelatedTests: false,
    config: {
      testEnvironment: join(import.meta.dirname, 'first-failure-environment.cjs'),
      testMatch: tests.map((pattern) => `<rootDir>/${pattern}`),
      // They are for tests with a backend.
      globalSetup: null,
      globalTeardown: null,
      // Where a change leaves a connection waiting, its test has failed after so long, and Jest goes on: Stryker's own limit
      // ends the process, and the next change waits for another one to start.
      ...(testTimeoutInMilliseconds && { testTimeout: testTimeoutInMilliseconds }),
    },
  },
  coverageAnalysis: 'perTest',
  // Milliseconds. An endless loop is found by counting its rounds: this is for a promise that nobody keeps.
  timeoutMS: 60_000,
  tempDirName: join(scratch, 'mutants'),
  ignorePatterns: ['.*', 'docs', 'e2e', 'examples', 'lab', 'tools', 'tour'],
  // Types are checked elsewhere, and no mutant has to have the right ones.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  incrementalFile: join(reports, `${group}.incremental.json`),
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: join(reports, `${group}.json`) },
  logLevel: 'warn',
  warnings: { slow: false },
};
