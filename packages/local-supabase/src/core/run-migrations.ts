import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, DatabaseRole } from './database.ts';
import { StartFailure } from './start-failure.ts';

const ledgers = {
  /** The Supabase CLI and hosted projects record migrations here, as the role postgres. */
  project: { schema: 'supabase_migrations', table: 'supabase_migrations.schema_migrations' },
  local: { schema: 'local_supabase', table: 'local_supabase.schema_migrations' },
};

interface MigrationSource {
  folder: string;
  /** A hosted project runs its migrations as postgres, which isn't a superuser there. */
  role: DatabaseRole;
  ledger: keyof typeof ledgers;
}

/**
 * Runs each `<version>_<name>.sql` of the folder that the ledger lacks, by version, in one transaction with its entry.
 * Throws StartFailure that names a failed file.
 */
export async function runMigrations(database: Database, source: MigrationSource): Promise<void> {
  const { schema, table } = ledgers[source.ledger];
  const applied = await database.transact('superuser', async (query, script) => {
    await script(`create schema if not exists ${schema};
      create table if not exists ${table} (version text primary key, statements text[], name text);
      ${source.ledger === 'project' ? `grant usage on schema ${schema} to postgres; grant select on ${table} to postgres;` : ''}`);
    return new Set(
      (await query<{ version: string }>(`select version from ${table}`)).map((row) => row.version),
    );
  });
  for (const file of readdirSync(source.folder).sort()) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    if (!version || applied.has(version)) continue;
    const sql = readFileSync(join(source.folder, file), 'utf8');
    try {
      await database.transact(source.role, async (query, script) => {
        await script(sql);
        await script('reset role');
        await query(`insert into ${table} (version, statements, name) values ($1, $2, $3)`, [
          version,
          [sql],
          name,
        ]);
      });
    } catch (error) {
      throw new StartFailure(`Migration ${file} failed: ${error instanceof Error ? error.message : error}`);
    }
  }
}
