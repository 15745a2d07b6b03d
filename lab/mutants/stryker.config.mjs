import { join } from 'node:path';
import groups from './groups.json' with { type: 'json' };

/** `npm run test:mutants` sets the group, the folder of reports and the folder for the project's copy. */
const { MUTANTS_GROUP: group, MUTANTS_REPORTS: reports, MUTANTS_SCRATCH: scratch } = process.env;
const { mutate, tests, testTimeoutInMilliseconds } = groups[group];

/**
 * The configuration of one group. Stryker puts all mutants into a copy of the project and activates one at a time.
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
      // These start a backend, which the groups' tests don't need.
      globalSetup: null,
      globalTeardown: null,
      // If a mutant leaves a connection waiting, Jest fails that test and continues. Stryker's own timeout would end the process, and
      // the next mutant would wait for a new one.
      ...(testTimeoutInMilliseconds && { testTimeout: testTimeoutInMilliseconds }),
    },
  },
  coverageAnalysis: 'perTest',
  // Milliseconds, for a promise that never settles. Stryker finds endless loops by counting iterations.
  timeoutMS: 60_000,
  tempDirName: join(scratch, 'mutants'),
  ignorePatterns: ['.*', 'docs', 'e2e', 'examples', 'lab', 'recipes', 'tour'],
  // Types are checked elsewhere, and a mutant may have wrong ones.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  incrementalFile: join(reports, `${group}.incremental.json`),
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: join(reports, `${group}.json`) },
  logLevel: 'warn',
  warnings: { slow: false },
};
