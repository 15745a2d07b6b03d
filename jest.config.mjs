import { availableParallelism } from 'node:os';
import { chooseOutsideTests } from './supabase/testing/choose-outside-tests.ts';
import { isOutside } from './supabase/testing/outside-project.ts';

const rooms = '{app,cli,components,lab,lib,packages,scripts,server,supabase}';
// Tests in lab/deploy need other programs: `npm run test:deploy`.
const leftOut = ['/node_modules/', '<rootDir>/lab/deploy/'];

const setupFilesAfterEnv = ['end-timers', 'stand-in-for-next'].map(
  (file) => `<rootDir>/lib/testing/${file}.ts`,
);

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  // Milliseconds. Generous, so that a busy machine fails no test: only a hung test reaches it.
  testTimeout: 600_000,
  // Each worker starts a process for its databases, of up to 1 GB.
  maxWorkers: Math.min(4, availableParallelism()),
  globalSetup: '<rootDir>/supabase/testing/set-up-backends.ts',
  globalTeardown: '<rootDir>/supabase/testing/tear-down-backends.ts',
  setupFilesAfterEnv,
  testMatch: [`<rootDir>/${rooms}/**/*.test.{ts,tsx}`, '<rootDir>/*.test.ts'],
  // Folders called `slow` are excluded with `none` (`npm test`) and run alone with `only` (`npm run test:slow`).
  testPathIgnorePatterns: process.env.SLOW_TESTS === 'none' ? [...leftOut, '<rootDir>/.*/slow/'] : leftOut,
  ...(process.env.SLOW_TESTS === 'only' && { testMatch: [`<rootDir>/${rooms}/**/slow/*.test.{ts,tsx}`] }),
  // One file at a time: the tests move the clock of the one shared project.
  ...(isOutside() && {
    testMatch: chooseOutsideTests().map((file) => `<rootDir>/${file}`),
    maxWorkers: 1,
    setupFilesAfterEnv: [...setupFilesAfterEnv, '<rootDir>/supabase/testing/use-outside-project.ts'],
  }),
  // Babel, the default, is replaced: docs/decisions/001.
  coverageProvider: 'v8',
  transform: { '^.+\\.(mjs|[tj]sx?)$': 'next/dist/build/swc/jest-transformer' },
  // `npm run image-folder` and `npm run pack` write package.json files into the build and its folders; .local holds other versions.
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
