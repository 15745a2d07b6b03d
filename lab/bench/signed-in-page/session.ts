import { checkAsStarter } from './check-as-starter.ts';
import { checkSession as checkForReal, refreshSession as refreshForReal } from './session-checked.ts';

export * from './session-checked.ts';

// BENCH_SESSION=none: everyone is this viewer and no cookie is looked at. Nearly the same markup, and no session.
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
  none: async () => ({ status: 'signed-in', claims: viewer, did: 'none', cookies: [] }) as const,
  starter: checkAsStarter,
};
const other = checks[process.env.BENCH_SESSION as keyof typeof checks];

/** The project's own, unless BENCH_SESSION says `none`, or `starter` for the library's. */
export const checkSession: typeof checkForReal = other ?? checkForReal;
export const refreshSession: typeof refreshForReal = other ?? refreshForReal;
