import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface StartOptions {
  /** Kept after `stop` when given; otherwise a temporary folder with a database as it is at first. */
  dataFolder?: string;
  env?: Record<string, string>;
  /** SQL by file name, run after the migrations of the project. */
  extraMigrations?: Record<string, string>;
}

/** The folders of one local Supabase, as its settings name them. `remove` takes away what was made for it alone. */
export interface PreparedData {
  dataFolder: string;
  env: { NODE_ENV: 'test' } & Record<string, string>;
  remove(): void;
}

/**
 * @param place an existing folder for what is temporary.
 * @param fill gives a data folder a database, so that it need not be made again.
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
 * Copies the database of a backend that has ended. Leaves out its keys, since each folder has its own, and template1
 * and template0, two thirds of a thousand files that nothing here uses.
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
