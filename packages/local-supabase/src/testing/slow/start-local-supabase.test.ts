import { startLocalSupabase } from '../start-local-supabase.ts';

test.each([
  [
    'a migration that fails',
    { extraMigrations: { '20990101000000_broken.sql': 'select * from nowhere;' } },
    /Migration 20990101000000_broken\.sql failed: .*nowhere/,
  ],
  ['a malformed setting', { env: { LOCAL_SUPABASE_OTP_EXPIRY: 'soon' } }, /LOCAL_SUPABASE_OTP_EXPIRY/],
])('a start that fails names %s, and the next start works', async (_what, options, reason) => {
  await expect(startLocalSupabase(options)).rejects.toThrow(reason);
  const backend = await startLocalSupabase();
  expect((await fetch(`${backend.url}/auth/v1/health`)).status).toBe(200);
  await backend.stop();
});
