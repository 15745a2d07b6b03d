import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFromTemplate } from './local/testing/spawn-local-supabase.ts';

const folder = mkdtempSync(join(tmpdir(), 'database-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('lib/supabase/database.types.ts is what the migrations make', async () => {
  await fillFromTemplate(folder);
  const checked = spawnSync(
    process.execPath,
    ['supabase/write-database-types.ts', '--check', join(folder, 'postgres')],
    { encoding: 'utf8' },
  );
  expect([checked.status, checked.stderr]).toEqual([0, '']);
});
