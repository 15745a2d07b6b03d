import { join } from 'node:path';
import { type Database, openDatabase } from './database.ts';
import { runMigrations } from './run-migrations.ts';

const platformSchema = join(import.meta.dirname, '../schema');

/**
 * A Supabase project's database in this folder: the schema of Auth and the platform's roles, and nothing of the project's own
 * unless it is there already.
 */
export async function openProjectDatabase(folder: string): Promise<Database> {
  const database = await openDatabase(folder);
  await runMigrations(database, { folder: platformSchema, role: 'superuser', ledger: 'local' });
  return database;
}

/** Runs a folder of the project's own migrations, as a hosted project does. Throws StartFailure that names the file when one fails. */
export function migrateProject(database: Database, folder: string): Promise<void> {
  return runMigrations(database, { folder, role: 'postgres', ledger: 'project' });
}
