import { spawnSync } from 'node:child_process';

test('supabase/schemas and supabase/migrations make the same, these also where Auth has no passkeys, and every function body names only what exists', () => {
  const compared = spawnSync(process.execPath, ['supabase/testing/compare-schemas.ts'], { encoding: 'utf8' });
  expect([compared.status, compared.stdout, compared.stderr]).toEqual([0, '', '']);
});
