import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from '../plain-failure.ts';
import { inProject } from '../project/project-folder.ts';

export type Migration = {
  /** `20261128000000`: they run in this order. */
  version: string;
  name: string;
  sql: string;
};

/** Absolute path; in the image, beside the operator file. */
export const migrationsFolder = () => inProject('supabase', 'migrations');

/** Oldest first. */
export function readMigrations(folder: string = migrationsFolder()): Migration[] {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const migrations = files.flatMap((file) => {
    const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? [];
    // A checkout on Windows may have converted line endings.
    return version && name
      ? [{ version, name, sql: readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n') }]
      : [];
  });
  if (migrations.length === 0) throw new PlainFailure(`There are no migrations in ${folder}.`);
  return migrations;
}

export type ExpectedSchema = {
  version: string;
  /** Every object of the migrations, with a hash of its definition, as `countersign.describe_schema()` returns it. */
  objects: Record<string, string>;
};

/** `supabase/schema-objects.json`, which `npm run generate` writes. */
export function readExpectedSchema(): ExpectedSchema {
  return JSON.parse(readFileSync(inProject('supabase', 'schema-objects.json'), 'utf8')) as ExpectedSchema;
}
