import tests from '../jest.config.mjs';

/**
 * What needs programs besides Node, like PostgreSQL, nginx or buildah: `npm run test:deploy`.
 * @type {import('jest').Config}
 */
export default {
  ...tests,
  rootDir: '..',
  testMatch: ['<rootDir>/deploy/**/*.test.ts'],
  // One file after the other: each starts servers of its own, and some build.
  maxWorkers: 1,
};
