import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openProjectDatabase, type Query } from 'local-supabase';
import { migrate } from '../make-database.ts';
import { describeCatalogue } from './describe-catalogue.ts';
import { readSchemas } from './read-schemas.ts';

// node supabase/testing/compare-schemas.ts: creates one database from supabase/schemas and one from supabase/migrations, and prints
// each line of the catalogue, and each kind of event, that only one of them has. Then recreates every function with its body checked,
// which fails for a wrong name once all functions exist.

async function describe(make: (database: Database) => Promise<void>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
  const database = await openProjectDatabase(folder);
  await make(database);
  await database.transact('postgres', checkBodies);
  const lines = await database.transact('superuser', async (query) => {
    const catalogue = await describeCatalogue(query, ['countersign', 'countersign_private']);
    const kinds = await query('select * from countersign_private.event_kinds');
    // Each line names its object, since the lines of different objects may be equal.
    return [
      ...catalogue
        .split('\n\n== ')
        .flatMap((block) => block.split('\n').map((line) => `${block.split('\n')[0]}: ${line}`)),
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
const ofMigrations = await describe(async (database) => {
  // Older versions of Auth have no passkeys. The migrations have to work there too.
  await database.transact('superuser', async (_query, script) => {
    await script('drop table auth.webauthn_challenges, auth.webauthn_credentials');
  });
  await migrate(database);
});
const without = (lines: string[], known: string[]) => {
  const found = new Set(known);
  return lines.filter((line) => !found.has(line));
};
for (const line of without(ofSchemas, ofMigrations)) console.log(`only in supabase/schemas: ${line}`);
for (const line of without(ofMigrations, ofSchemas)) console.log(`only in supabase/migrations: ${line}`);
