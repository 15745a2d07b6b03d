import { join } from 'node:path';
import { type Database, migrateProject, openProjectDatabase } from 'local-supabase';

const migrations = join(import.meta.dirname, 'migrations');

/** Runs `supabase/migrations`, or another folder's, as on a hosted project. */
export function migrate(database: Database, folder: string = migrations): Promise<void> {
  return migrateProject(database, folder);
}

export async function makeMigratedDatabase(folder: string): Promise<Database> {
  const database = await openProjectDatabase(folder);
  await migrate(database);
  return database;
}
