/** Every folder with import rules ("room"). A room may import only the rooms before it in this list. */
export const roomOrder = [
  'packages/countersign/src',
  'packages/countersign/src/proof',
  'packages/countersign/src/server',
  'packages/countersign/src/events',
  'packages/countersign/src/test-site',
  'packages/countersign/src/next',
  'packages/countersign/src/express',
  'packages/countersign/src/hono',
  'packages/countersign/src/better-auth',
  'packages/countersign/src/auth-js',
  'packages/countersign/src/react',
  'packages/mobile-wallet/src',

  'packages/local-solana/src',

  'packages/local-supabase/src/core',
  'packages/local-supabase/src/mail',
  'packages/local-supabase/src/auth',
  'packages/local-supabase/src/auth/admin',
  'packages/local-supabase/src/auth/oauth',
  'packages/local-supabase/src/auth/passkeys',
  'packages/local-supabase/src/auth/web3',
  'packages/local-supabase/src/auth/external',
  'packages/local-supabase/src/auth/routes',
  'packages/local-supabase/src',

  'lib/errors',
  'lib',
  'lib/metrics',
  'lib/log',
  'lib/http',
  'lib/api',
  'lib/supabase',
  'lib/rate-limit',
  'lib/session',
  'lib/forms',
  'lib/mail',
  'lib/proofs',
  'lib/wallets',
  'lib/activity',
  'lib/apps',
  'lib/oidc',
  'lib/auth/passkey',
  'lib/auth/step-up',
  'lib/auth/account',
  'lib/auth/sign-in',
  'lib/start-up',

  'server',

  'cli',

  'supabase',

  'components/ui',
  'components/passkey',
  'components/session',
  'components/sign-in',
  'components/proofs',
  'components/sharing',
  'components/wallet/standard',
  'components/balance',
  'components/wallet/connect',
  'components/wallet/signing',
  'components/wallet/list',
  'components/wallet',

  'app',
  'scripts',
  'e2e',
  'deploy',
  'recipes',
  'lab',
];

/** Trees that import nothing outside themselves. */
export const closedTrees = [
  ...['packages/countersign/src', 'packages/mobile-wallet/src'],
  ...['packages/local-solana/src', 'packages/local-supabase/src', 'lib'],
];

/** Trees that a tree may not import, even though they are earlier in the order. */
export const forbiddenImports: Record<string, string[]> = {
  server: ['packages'],
  components: ['packages', 'server'],
  app: ['packages', 'server'],
  cli: ['packages/local-supabase', 'packages/local-solana', 'server'],
  scripts: ['components', 'app'],
};

/** Rooms that browsers never load: each file imports `server-only`, at which a build for browsers fails. */
export const serverRooms = ['lib/proofs'];

/** A package that others import only through the entry points of its package.json. Its tests import nothing outside it. */
export const behindEntrances = 'packages/local-supabase';

/** Trees without import rules: tests and measurements. */
export const unrestricted = ['e2e', 'deploy', 'recipes', 'lab'];

/** Measurements and attacks. Nothing outside imports it, tests included. */
export const laboratory = 'lab';
