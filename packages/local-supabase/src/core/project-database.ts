import { join } from 'node:path';
import { type Database, openDatabase } from './database.ts';
import { runMigrations } from './run-migrations.ts';

const platformSchema = join(import.meta.dirname, '../schema');

/** Opens or creates a Supabase project's database: Auth's schema and the platform's roles, without the project's migrations. */
export async function openProjectDatabase(folder: string): Promise<Database> {
  const database = await openDatabase(folder);
  await runMigrations(database, { folder: platformSchema, role: 'superuser', ledger: 'local' });
  return database;
}

/** Runs the project's migrations, as a hosted project does. Throws StartFailure that names a failed file. */
export function migrateProject(database: Database, folder: string): Promise<void> {
  return runMigrations(database, { folder, role: 'postgres', ledger: 'project' });
}
