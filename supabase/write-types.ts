import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openProjectDatabase } from 'local-supabase';
import { type ExpectedSchema, readMigrations } from '../cli/schema/migrations-folder.ts';
import { readObjects } from '../cli/schema/read-objects.ts';
import { makeMigratedDatabase } from './make-database.ts';
import { writeDatabaseTypes } from './write-database-types.ts';

// `npm run generate`: writes the files that describe the database to the app and to `npm run schema`. With `--check DATABASE`, the
// folder of a migrated database, it writes nothing and names each outdated file.

async function writeSchemaObjects(database: Database): Promise<string> {
  const objects = await database.transact('postgres', (query) => readObjects(query));
  const made: ExpectedSchema = { version: readMigrations().at(-1)?.version ?? '', objects };
  return `${JSON.stringify(made, null, 2)}\n`;
}

const files = {
  'lib/supabase/database.types.ts': writeDatabaseTypes,
  'supabase/schema-objects.json': writeSchemaObjects,
};

const [mode, existing] = process.argv.slice(2);
const folder = existing ?? mkdtempSync(join(tmpdir(), 'migrations-'));
const database = existing ? await openProjectDatabase(folder) : await makeMigratedDatabase(folder);
for (const [name, write] of Object.entries(files)) {
  const file = join(import.meta.dirname, '..', name);
  const text = await write(database);
  if (mode !== '--check') writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is not what the migrations make: run npm run generate.`);
    process.exitCode = 1;
  }
}
await database.close();
if (!existing) rmSync(folder, { recursive: true });
