import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PlainFailure } from '../plain-failure.ts';

export type Migration = {
  /** `20261126000000`: they run in this order. */
  version: string;
  /** `create_schemas`. */
  name: string;
  sql: string;
};

/** Absolute. In a checkout it is `supabase/migrations`; beside a bundle of the commands the same, next to the bundle. */
export function migrationsFolder(): string {
  return join(supabaseFolder(), 'migrations');
}

/** Where the migrations are, and the list of what they make. */
export function supabaseFolder(): string {
  const beside = join(import.meta.dirname, 'supabase');
  return existsSync(join(beside, 'migrations'))
    ? beside
    : resolve(import.meta.dirname, '../../../../supabase');
}

/**
 * @returns every `<version>_<name>.sql` of the folder, oldest first
 * @throws PlainFailure where there is none
 */
export function readMigrations(folder: string = migrationsFolder()): Migration[] {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const migrations = files.flatMap((file) => {
    const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? [];
    // A checkout on Windows may have given it other ends of lines.
    return version && name
      ? [{ version, name, sql: readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n') }]
      : [];
  });
  if (migrations.length === 0) throw new PlainFailure(`There are no migrations in ${folder}.`);
  return migrations;
}
