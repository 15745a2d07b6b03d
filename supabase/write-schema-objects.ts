import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from 'local-supabase/core/database';
import type { ExpectedSchema } from '../packages/cli/src/schema/expected-schema.ts';
import { readMigrations } from '../packages/cli/src/schema/migrations-folder.ts';
import { readObjects } from '../packages/cli/src/schema/read-objects.ts';
import { makeMigratedDatabase } from './make-database.ts';

// node supabase/write-schema-objects.ts: every object that the migrations make. With `--check DATABASE`, the folder of a database that
// has run them: only whether its objects are those that were written.

const file = join(import.meta.dirname, 'schema-objects.json');
const [mode, existing] = process.argv.slice(2);
const folder = existing ?? mkdtempSync(join(tmpdir(), 'schema-objects-'));
const database = existing ? await openDatabase(folder) : await makeMigratedDatabase(folder);
const objects = await database.transact('postgres', (query) => readObjects(query));
await database.close();
if (!existing) rmSync(folder, { recursive: true });

const made: ExpectedSchema = { version: readMigrations().at(-1)?.version ?? '', objects };
const text = `${JSON.stringify(made, null, 2)}\n`;
if (mode !== '--check') writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('supabase/schema-objects.json is not what the migrations make: run npm run types.');
  process.exitCode = 1;
}
