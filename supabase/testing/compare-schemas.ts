import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase, type Query } from '../local/core/database.ts';
import { runMigrations } from '../local/core/run-migrations.ts';
import { describeCatalogue } from './describe-catalogue.ts';
import { readSchemas } from './read-schemas.ts';

// node supabase/testing/compare-schemas.ts: makes one database of supabase/schemas and one of supabase/migrations, and prints each line
// of the catalogue, and each kind of event, that only one of them has. Then every function is created again with its body checked:
// once all exist, a wrong name in any of them fails here.

const inSupabase = (folder: string) => join(import.meta.dirname, '..', folder);

async function describe(make: (database: Database) => Promise<void>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
  const database = await openDatabase(folder);
  await runMigrations(database, { folder: inSupabase('local/schema'), role: 'superuser', ledger: 'local' });
  await make(database);
  await database.transact('postgres', checkBodies);
  const lines = await database.transact('superuser', async (query) => {
    const catalogue = await describeCatalogue(query, ['countersign', 'countersign_private']);
    const kinds = await query('select * from countersign_private.event_kinds');
    // A line is only comparable with the object that it belongs to.
    return [
      ...catalogue
        .split('\n\n== ')
        .flatMap((block) => block.split('\n').map((line) => `${block.split('\n')[0]}: ${line}`))
        // The owner's own right, which is the same whether it is written out or not.
        .filter((line) => !line.includes(': grant postgres=')),
      ...kinds.map((kind) => `row of event_kinds: ${JSON.stringify(kind)}`),
    ];
  });
  await database.close();
  rmSync(folder, { recursive: true });
  return lines;
}

async function checkBodies(query: Query): Promise<void> {
  const functions = await query<{ name: string; sql: string }>(
    `select oid::regprocedure::text as name, pg_get_functiondef(oid) as sql from pg_proc
    where pronamespace in ('countersign'::regnamespace, 'countersign_private'::regnamespace)`,
  );
  await query('set local check_function_bodies = on');
  for (const { name, sql } of functions)
    await query(sql).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`);
    });
}

const ofSchemas = await describe((database) =>
  database.transact('postgres', async (_query, script) => {
    await script('set local check_function_bodies = off');
    await script(readSchemas());
  }),
);
const ofMigrations = await describe((database) =>
  runMigrations(database, { folder: inSupabase('migrations'), role: 'postgres', ledger: 'project' }),
);
const without = (lines: string[], others: string[]) => {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
};
for (const line of without(ofSchemas, ofMigrations)) console.log(`only in supabase/schemas: ${line}`);
for (const line of without(ofMigrations, ofSchemas)) console.log(`only in supabase/migrations: ${line}`);
