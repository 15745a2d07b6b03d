import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExpectedSchema, fingerprintOf } from '../scripts/schema/expected-schema.ts';
import { readMigrations } from '../scripts/schema/migrations-folder.ts';
import { readObjects } from '../scripts/schema/read-objects.ts';
import { openDatabase } from './local/core/database.ts';
import { runMigrations } from './local/core/run-migrations.ts';

// node supabase/write-schema-objects.ts: every object that the migrations make, and how the whole looks after each of them. With
// `--check DATABASE`, the folder of a database that has run them: only whether its objects are those that were written.

const file = join(import.meta.dirname, 'schema-objects.json');
const migrations = readMigrations();

async function describeEach(folder: string): Promise<ExpectedSchema> {
  const database = await openDatabase(folder);
  await runMigrations(database, {
    folder: join(import.meta.dirname, 'local/schema'),
    role: 'superuser',
    ledger: 'local',
  });
  const fingerprints: Record<string, string> = {};
  let objects: Record<string, string> = {};
  for (const { version, sql } of migrations)
    await database.transact('postgres', async (query, script) => {
      await script(sql);
      objects = await readObjects(query);
      fingerprints[version] = fingerprintOf(objects);
    });
  await database.close();
  return { version: migrations.at(-1)?.version ?? '', objects, fingerprints };
}

async function readExisting(folder: string): Promise<Record<string, string>> {
  const database = await openDatabase(folder);
  const objects = await database.transact('postgres', (query) => readObjects(query));
  await database.close();
  return objects;
}

const [mode, existing] = process.argv.slice(2);
if (mode === '--check' && existing) {
  const written = JSON.parse(readFileSync(file, 'utf8')) as ExpectedSchema;
  const objects = await readExisting(existing);
  const isWritten =
    fingerprintOf(objects) === fingerprintOf(written.objects) &&
    written.fingerprints[written.version] === fingerprintOf(objects) &&
    Object.keys(written.fingerprints).join() === migrations.map(({ version }) => version).join();
  if (!isWritten) {
    console.error('supabase/schema-objects.json is not what the migrations make: run npm run types.');
    process.exitCode = 1;
  }
} else {
  const folder = mkdtempSync(join(tmpdir(), 'schema-objects-'));
  writeFileSync(file, `${JSON.stringify(await describeEach(folder), null, 2)}\n`);
  rmSync(folder, { recursive: true });
}
