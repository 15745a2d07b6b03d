/**
 * BENCH_SESSION=none replaces the library: every request is signed in as this viewer. The cost of the starter's page without a
 * check is the lower bound for every check.
 */
export const checksNothing = process.env.BENCH_SESSION === 'none';

export const clientWithoutCheck = { auth: { getClaims: async () => ({ data: { claims } }) } };

const claims = {
  iss: 'http://127.0.0.1:54321/auth/v1',
  sub: '00000000-0000-4000-8000-000000000001',
  aud: 'authenticated',
  exp: 1_800_000_000,
  iat: 1_800_000_000,
  email: 'ada-00000000-0000-4000-8000-000000000003@example.com',
  phone: '',
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: { email: 'ada-00000000-0000-4000-8000-000000000003@example.com', email_verified: true },
  role: 'authenticated',
  aal: 'aal1',
  amr: [{ method: 'password', timestamp: 1_800_000_000 }],
  session_id: '00000000-0000-4000-8000-000000000002',
  is_anonymous: false,
};
