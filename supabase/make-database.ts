import { join } from 'node:path';
import { type Database, openDatabase } from 'local-supabase/core/database';
import { runMigrations } from 'local-supabase/core/run-migrations';

const platformSchema = join(import.meta.dirname, '../packages/local-supabase/src/schema');
const migrations = join(import.meta.dirname, 'migrations');

/** An empty Supabase project in this folder: the schema of Auth and the platform's roles, and none of ours. */
export async function makeProjectDatabase(folder: string): Promise<Database> {
  const database = await openDatabase(folder);
  await runMigrations(database, { folder: platformSchema, role: 'superuser', ledger: 'local' });
  return database;
}

/** Runs `supabase/migrations`, or another folder of them, as a hosted project does. */
export function migrate(database: Database, folder: string = migrations): Promise<void> {
  return runMigrations(database, { folder, role: 'postgres', ledger: 'project' });
}

/** A database that has run the migrations: a new one in this folder. */
export async function makeMigratedDatabase(folder: string): Promise<Database> {
  const database = await makeProjectDatabase(folder);
  await migrate(database);
  return database;
}
