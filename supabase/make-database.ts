import { join } from 'node:path';
import { type Database, migrateProject, openProjectDatabase } from 'local-supabase';

/** Runs `supabase/migrations` as on a hosted project. */
export function migrate(database: Database): Promise<void> {
  return migrateProject(database, join(import.meta.dirname, 'migrations'));
}

export async function makeMigratedDatabase(folder: string): Promise<Database> {
  const database = await openProjectDatabase(folder);
  await migrate(database);
  return database;
}
