import { checkAsStarter } from './check-as-starter.ts';
import { checkSession as checkForReal, refreshSession as refreshForReal } from './session-checked.ts';

export * from './session-checked.ts';

// BENCH_SESSION=none: every request is signed in as this viewer, without a look at cookies. Nearly the same markup.
const viewer = {
  sub: '00000000-0000-4000-8000-000000000001',
  session_id: '00000000-0000-4000-8000-000000000002',
  role: 'authenticated' as const,
  aal: 'aal1' as const,
  email: 'ada-00000000-0000-4000-8000-000000000003@example.com',
  amr: [],
  exp: Number.MAX_SAFE_INTEGER,
};

const checks = {
  none: async () => ({ status: 'signed-in', claims: viewer, outcome: 'none', cookies: [] }) as const,
  starter: checkAsStarter,
};
const other = checks[process.env.BENCH_SESSION as keyof typeof checks];

/** This site's check by default, none with BENCH_SESSION=none, the library's with BENCH_SESSION=starter. */
export const checkSession: typeof checkForReal = other ?? checkForReal;
export const refreshSession: typeof refreshForReal = other ?? refreshForReal;
