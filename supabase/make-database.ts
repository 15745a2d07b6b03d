import { join } from 'node:path';
import { type Database, migrateProject, openProjectDatabase } from 'local-supabase';

const migrations = join(import.meta.dirname, 'migrations');

/** Runs `supabase/migrations`, or the migrations of another folder, as on a hosted project. */
export function migrate(database: Database, folder: string = migrations): Promise<void> {
  return migrateProject(database, folder);
}

/** Creates a database in this folder and runs the migrations. */
export async function makeMigratedDatabase(folder: string): Promise<Database> {
  const database = await openProjectDatabase(folder);
  await migrate(database);
  return database;
}
