import { availableParallelism } from 'node:os';
import { chooseOutsideTests } from './supabase/testing/choose-outside-tests.ts';
import { isOutside } from './supabase/testing/outside-project.ts';

const rooms = '{app,cli,components,lab,lib,packages,scripts,server,supabase}';
// Its tests need other programs: `npm run test:deploy`.
const leftOut = ['/node_modules/', '<rootDir>/lab/deploy/'];

const setupFilesAfterEnv = ['end-timers', 'stand-in-for-next'].map(
  (file) => `<rootDir>/lib/testing/${file}.ts`,
);

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  // Milliseconds. Only what hangs takes so long: a test is not wrong because the machine is busy.
  testTimeout: 600_000,
  // Each has a process beside it that hosts its databases, of up to a gigabyte.
  maxWorkers: Math.min(4, availableParallelism()),
  globalSetup: '<rootDir>/supabase/testing/set-up-backends.ts',
  globalTeardown: '<rootDir>/supabase/testing/tear-down-backends.ts',
  setupFilesAfterEnv,
  testMatch: [`<rootDir>/${rooms}/**/*.test.{ts,tsx}`, '<rootDir>/*.test.ts'],
  // What lies in folders called slow is left out (`none`, by `npm test`) or is all there is (`only`, by `npm run test:slow`).
  testPathIgnorePatterns: process.env.SLOW_TESTS === 'none' ? [...leftOut, '<rootDir>/.*/slow/'] : leftOut,
  ...(process.env.SLOW_TESTS === 'only' && { testMatch: [`<rootDir>/${rooms}/**/slow/*.test.{ts,tsx}`] }),
  // One file after the other: they make time pass for everyone on the one project there is.
  ...(isOutside() && {
    testMatch: chooseOutsideTests().map((file) => `<rootDir>/${file}`),
    maxWorkers: 1,
    setupFilesAfterEnv: [...setupFilesAfterEnv, '<rootDir>/supabase/testing/use-outside-project.ts'],
  }),
  transform: { '^.+\\.(mjs|[tj]sx?)$': 'next/dist/build/swc/jest-transformer' },
  // What `npm run image-folder` and `npm run pack` make has a package.json too, in the build and in the folder; so have other versions in .local.
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/packages/[^/]+/dist/',
    '<rootDir>/.next',
    '<rootDir>/.local/',
  ],
  transformIgnorePatterns: [
    '/node_modules/(?!(@noble|@scure|@solana|@solana-mobile|@wallet-standard|citty|jose|oauth4webapi|oidc-provider|openid-client)/)',
  ],
  moduleNameMapper: {
    '^@/(.*)$': '<rootDir>/$1',
    '\\.pcss$': '<rootDir>/node_modules/client-only/index.js',
    '^server-only$': '<rootDir>/node_modules/client-only/index.js',
  },
};
