import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Query } from 'local-supabase/core/database';
import { StartFailure } from 'local-supabase/core/start-failure';
import {
  baselineVersion,
  isOlderSchema,
  olderVersions,
  requireBaseline,
  writeConversion,
} from './convert-older-schema.ts';

/**
 * Converts a local database from before 1.0.0 to the baseline in `migrationsFolder`, in one transaction. Accounts,
 * sessions and everything else stay. Any other database is left alone.
 * @throws StartFailure if the older schema is unfinished or was changed by hand
 */
export async function convertLocalDatabase(database: Database, migrationsFolder: string): Promise<void> {
  const file = readdirSync(migrationsFolder).find((name) => name.startsWith(`${baselineVersion}_`));
  if (!file || !(await wasMadeByOlderMigrations(database))) return;
  if (!isOlderSchema(await database.transact('postgres', readObjects)))
    throw new StartFailure(
      'The local database has the schema of a version before 1.0.0, unfinished or changed by hand, and was left as it is. ' +
        'Remove its folder (LOCAL_SUPABASE_DATA, .local/supabase by default) to start with an empty one.',
    );
  const baseline = readFileSync(join(migrationsFolder, file), 'utf8');
  await database.transact('postgres', async (query, script) => {
    await script(writeConversion(baseline));
    await script('reset role');
    await query('delete from supabase_migrations.schema_migrations where version = any ($1)', [
      olderVersions,
    ]);
    await query(
      'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
      [baselineVersion, [baseline], file.slice(baselineVersion.length + 1, -'.sql'.length)],
    );
    requireBaseline(await readObjects(query));
  });
}

async function wasMadeByOlderMigrations(database: Database): Promise<boolean> {
  return await database.transact('superuser', async (query) => {
    const [record] = await query(
      `select where to_regclass('supabase_migrations.schema_migrations') is not null`,
    );
    if (!record) return false;
    const rows = await query('select from supabase_migrations.schema_migrations where version = any ($1)', [
      olderVersions,
    ]);
    return rows.length > 0;
  });
}

/** An unfinished schema may not describe itself yet. */
async function readObjects(query: Query): Promise<Record<string, string>> {
  const [there] = await query(
    `select where to_regprocedure('countersign_private.describe_objects()') is not null`,
  );
  if (!there) return {};
  await query(`select set_config('search_path', '', true)`);
  const rows = await query<{ object: string; hash: string }>(
    'select object, md5(description) as hash from countersign_private.describe_objects()',
  );
  return Object.fromEntries(rows.map(({ object, hash }) => [object, hash]));
}
