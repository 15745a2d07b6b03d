import { spawnSync } from 'node:child_process';

test('supabase/schemas and supabase/migrations create the same objects, also if Auth has no passkeys, and function bodies are valid', () => {
  const compared = spawnSync(process.execPath, ['supabase/testing/compare-schemas.ts'], { encoding: 'utf8' });
  expect([compared.status, compared.stdout, compared.stderr]).toEqual([0, '', '']);
});
