import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenPostgres, findPostgres } from './find-postgres.ts';
import { startPostgres } from './start-postgres.ts';

test('a version that is not here is one sentence that says how to get it', () => {
  expect(() => findPostgres('9')).toThrow(
    /^PostgreSQL 9 is not here: npm ci --prefix tools\/postgres brings [^.]*\.$/,
  );
});

test("takes Debian's own of that version, and of no other", () => {
  const root = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  try {
    mkdirSync(join(root, '91', 'bin'), { recursive: true });
    writeFileSync(join(root, '91', 'bin', 'postgres'), '', { mode: 0o755 });
    expect(findPostgres('91', root)).toBe(join(root, '91', 'bin'));
    expect(() => findPostgres('1', root)).toThrow('PostgreSQL 1 is not here');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('the server is of the version that was chosen', async () => {
  const postgres = await startPostgres();
  try {
    const [version] = postgres.psql('postgres', 'show server_version', 'supabase_admin').split('.');
    expect(version).toEqual(chosenPostgres() ?? expect.stringMatching(/^\d+$/));
  } finally {
    await postgres.remove();
  }
});
