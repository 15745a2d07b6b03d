import { spawnSync } from 'node:child_process';

test('lib/supabase/database.types.ts is what the migrations make', () => {
  const checked = spawnSync(process.execPath, ['supabase/write-database-types.ts', '--check'], {
    encoding: 'utf8',
  });
  expect([checked.status, checked.stderr]).toEqual([0, '']);
}, 120_000);
