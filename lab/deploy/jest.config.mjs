import tests from '../../jest.config.mjs';

// The project has no Auth server: the person who runs this names one of their own.
const hasAuth = Boolean(process.env.AUTH_BINARY?.trim());
if (!hasAuth)
  console.log('left out: lab/deploy/restore/restored-auth.test.ts, for AUTH_BINARY names no Auth server');

/**
 * What needs programs besides Node, like PostgreSQL, nginx or buildah: `npm run test:deploy`.
 * @type {import('jest').Config}
 */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['<rootDir>/lab/deploy/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(hasAuth ? [] : ['restored-auth'])],
  // One file after the other: each starts servers of its own, and some build.
  maxWorkers: 1,
};
