import tests from '../../jest.config.mjs';

/**
 * `npm run test:deploy`: tests that need programs besides Node, such as PostgreSQL, nginx or buildah.
 * @type {import('jest').Config}
 */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['<rootDir>/lab/deploy/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // One file at a time: each starts its own servers, and some build.
  maxWorkers: 1,
};
