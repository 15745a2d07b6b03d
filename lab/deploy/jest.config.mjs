import tests from '../../jest.config.mjs';

// The project has no Auth server: AUTH_BINARY names one on this machine.
const hasAuth = Boolean(process.env.AUTH_BINARY?.trim());
if (!hasAuth)
  console.log('left out: lab/deploy/restore/restored-auth.test.ts, for AUTH_BINARY names no Auth server');

/**
 * `npm run test:deploy`: tests that need programs besides Node, such as PostgreSQL, nginx or buildah.
 * @type {import('jest').Config}
 */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['<rootDir>/lab/deploy/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(hasAuth ? [] : ['restored-auth'])],
  // One file at a time: each starts its own servers, and some build.
  maxWorkers: 1,
};
