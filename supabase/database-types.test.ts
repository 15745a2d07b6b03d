import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFromTemplate } from '../packages/local-supabase/src/testing/spawn-local-supabase.ts';

const folder = mkdtempSync(join(tmpdir(), 'database-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => fillFromTemplate(folder));

test.each([
  ['lib/supabase/database.types.ts', 'supabase/write-database-types.ts'],
  ['supabase/schema-objects.json', 'supabase/write-schema-objects.ts'],
])('%s is what the migrations make', (_file, script) => {
  const checked = spawnSync(process.execPath, [script, '--check', join(folder, 'postgres')], {
    encoding: 'utf8',
  });
  expect([checked.status, checked.stderr]).toEqual([0, '']);
});
