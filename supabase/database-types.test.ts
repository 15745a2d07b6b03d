import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFromTemplate } from 'local-supabase/testing';

const folder = mkdtempSync(join(tmpdir(), 'database-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => fillFromTemplate(folder));

test('lib/supabase/database.types.ts and supabase/schema-objects.json match the migrations', () => {
  const checked = spawnSync(
    process.execPath,
    ['supabase/write-types.ts', '--check', join(folder, 'postgres')],
    { encoding: 'utf8' },
  );
  expect([checked.status, checked.stderr]).toEqual([0, '']);
});
