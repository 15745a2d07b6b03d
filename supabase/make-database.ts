import { join } from 'node:path';
import { type Database, migrateProject, openProjectDatabase } from 'local-supabase';

const migrations = join(import.meta.dirname, 'migrations');

/** Runs `supabase/migrations`, or another folder of them, as a hosted project does. */
export function migrate(database: Database, folder: string = migrations): Promise<void> {
  return migrateProject(database, folder);
}

/** Makes a migrated database in this folder. */
export async function makeMigratedDatabase(folder: string): Promise<Database> {
  const database = await openProjectDatabase(folder);
  await migrate(database);
  return database;
}
