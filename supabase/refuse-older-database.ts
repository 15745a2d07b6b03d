import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, StartFailure } from 'local-supabase';
import { baselineVersion } from './baseline-version.ts';

const otherBaseline =
  'The database was made by a different version of the baseline migration, or before 1.0.0, which cannot be upgraded.';

/** @throws StartFailure with instructions if the database is from before 1.0.0 or from a different version of the baseline migration */
export async function refuseOlderDatabase(database: Database, migrationsFolder: string): Promise<void> {
  const file = join(migrationsFolder, `${baselineVersion}_baseline.sql`);
  const baseline = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const [older] = await database.transact('superuser', async (query) => {
    const [record] = await query(
      `select where to_regclass('supabase_migrations.schema_migrations') is not null`,
    );
    return record
      ? await query(
          `select version from supabase_migrations.schema_migrations
          where version < $1 and array_to_string(statements, ' ') ~ 'create schema countersign\\M'
            or version = $1 and $2::text is not null and statements <> array[$2::text]`,
          [baselineVersion, baseline],
        )
      : [];
  });
  if (older)
    throw new StartFailure(
      `${otherBaseline} Remove its folder (LOCAL_SUPABASE_DATA, .local/supabase by default) to start with an empty one.`,
    );
}
