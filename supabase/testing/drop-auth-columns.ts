import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProjectDatabase } from 'local-supabase';
import { findCheck, listCheckedColumns } from './auth-columns.ts';

// node supabase/testing/drop-auth-columns.ts: drops each column that the schema checks, one at a time, runs the check, and prints the
// columns it reports: [[column, missing], …]. `schema -- apply` and the migrations begin with the same check.

const folder = mkdtempSync(join(tmpdir(), 'auth-columns-'));
const database = await openProjectDatabase(folder);
const check = findCheck();
const said: [column: string, missing: string | undefined][] = [];
await database.transact('superuser', async (query, script) => {
  await script(check);
  for (const [table, columns] of listCheckedColumns(check))
    for (const column of columns) {
      await script(
        `savepoint whole; alter table auth.${table} drop column ${column} cascade; savepoint dropped`,
      );
      const refused = await script(check).then(
        () => '',
        (error: Error) => error.message,
      );
      said.push([`auth.${table}.${column}`, /this project lacks ([\w., ]+)\. Update/.exec(refused)?.[1]]);
      await query('rollback to savepoint whole');
    }
});
await database.close();
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify(said.sort()));
