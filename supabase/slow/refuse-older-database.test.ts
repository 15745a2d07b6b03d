import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnBackend } from 'local-supabase/testing';
import { baselineVersion } from '../baseline-version';

const startLocal = join(import.meta.dirname, '../start-local.ts');

test.each([
  ['before 1.0.0', '20261123111000_last.sql'],
  ['another baseline', `${baselineVersion}_baseline.sql`],
])('refuses a local database of %s with instructions, and leaves it unchanged', async (_which, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-older-'));
  const env = { LOCAL_SUPABASE_DATA: join(folder, 'data'), LOCAL_SUPABASE_PORT: '0', LOCAL_SMTP_PORT: '0' };
  const older = join(folder, 'older');
  mkdirSync(older);
  writeFileSync(join(older, file), 'create schema countersign;');
  const before = spawnBackend({ ...env, LOCAL_SUPABASE_MIGRATIONS: older }, startLocal);
  while (!before.log().includes('ready on')) await once(before.child.stdout ?? before.child, 'data');
  before.child.kill();
  await before.exited;
  // Twice: the refusal must not change what caused it.
  for (let time = 0; time < 2; time++) {
    const { log, exited } = spawnBackend(env, startLocal);
    expect([await exited, log().trim().split('\n').at(-1)]).toEqual([
      1,
      expect.stringMatching(/different version of the baseline migration.+Remove its folder/),
    ]);
  }
  rmSync(folder, { recursive: true });
});
