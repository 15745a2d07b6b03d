import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenPostgres } from '../../programs/find-postgres';
import { startPostgres } from './start-postgres';

test('a server that logs more than a pipe holds is waited for by nobody', async () => {
  const postgres = await startPostgres();
  try {
    const script = `do $$ begin for line in 1..2000 loop raise warning '%', repeat('x', 100); end loop; end $$; select 'done'`;
    expect(postgres.psql('postgres', script, 'supabase_admin')).toBe('done\n');
  } finally {
    await postgres.remove();
  }
});

test('a server that ends before it is ready is an error with its words, and not waited for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-no-cluster-'));
  for (const name of ['data/pg_wal', 'wal']) mkdirSync(join(folder, name), { recursive: true });
  try {
    const starting = startPostgres({ recoverFrom: join(folder, 'data') });
    await expect(starting).rejects.toThrow(/PostgreSQL did not start: .*postgresql\.conf/);
  } finally {
    rmSync(folder, { recursive: true });
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
