import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface StartOptions {
  /** Kept after `stop`. Default: a temporary folder with a new database. */
  dataFolder?: string;
  env?: Record<string, string>;
  /** SQL by file name, run after the project's migrations. */
  extraMigrations?: Record<string, string>;
}

/** The folders of one local Supabase, and their settings. `remove` deletes those created for it. */
export interface PreparedData {
  dataFolder: string;
  env: { NODE_ENV: 'test' } & Record<string, string>;
  remove(): void;
}

/**
 * @param place an existing folder for temporary files
 * @param fill copies a database into a data folder, to save creating one
 */
export async function prepareData(
  place: string,
  { dataFolder: kept, env, extraMigrations = {} }: StartOptions,
  fill: (dataFolder: string) => Promise<void>,
): Promise<PreparedData> {
  const temporary = mkdtempSync(join(place, 'backend-'));
  const dataFolder = kept ?? join(temporary, 'data');
  if (!kept) await fill(dataFolder);
  return {
    dataFolder,
    env: {
      NODE_ENV: 'test',
      LOCAL_SUPABASE_PORT: '0',
      LOCAL_SMTP_PORT: '0',
      LOCAL_SUPABASE_BCRYPT_COST: '4',
      LOCAL_SUPABASE_DATA: dataFolder,
      LOCAL_SUPABASE_MIGRATIONS: collectMigrations(temporary, extraMigrations),
      ...env,
    },
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

/**
 * Copies the database of a closed backend. Omits its keys, since each folder has its own, and the unused template0 and
 * template1, which are two thirds of its thousand files.
 */
export function copyDatabase(from: string, to: string): void {
  copyFolder(join(from, 'postgres'), join(to, 'postgres'));
  copyFileSync(join(from, '.ready'), join(to, '.ready'));
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  if (/postgres\Wbase\W[14]$/.test(from)) return;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFileSync(source, target);
  }
}

function collectMigrations(temporary: string, extra: Record<string, string>): string {
  const own = resolve('supabase/migrations');
  if (Object.keys(extra).length === 0) return own;
  const folder = join(temporary, 'migrations');
  mkdirSync(folder);
  cpSync(own, folder, { recursive: true });
  for (const [file, sql] of Object.entries(extra)) writeFileSync(join(folder, file), sql);
  return folder;
}
