import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Database, openDatabase, type Query } from './local/core/database.ts';
import { runMigrations } from './local/core/run-migrations.ts';

/**
 * Writes a file of this repository from a database that has run the migrations. With `--check DATABASE`, the folder of such a
 * database, it only says whether that is what the file has already.
 * @param file from the root
 */
export async function writeFromMigrations(
  file: string,
  write: (query: Query) => Promise<string>,
): Promise<void> {
  const path = resolve(import.meta.dirname, '..', file);
  const [mode, existing] = process.argv.slice(2);
  const folder = existing ?? mkdtempSync(join(tmpdir(), 'migrations-'));
  const database = existing ? await openDatabase(folder) : await makeDatabase(folder);
  const text = await database.transact('superuser', write);
  await database.close();
  if (!existing) rmSync(folder, { recursive: true });

  if (mode !== '--check') writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${file} is not what the migrations make: run npm run types.`);
    process.exitCode = 1;
  }
}

async function makeDatabase(folder: string): Promise<Database> {
  const made = await openDatabase(folder);
  const at = (name: string) => join(import.meta.dirname, name);
  await runMigrations(made, { folder: at('local/schema'), role: 'superuser', ledger: 'local' });
  await runMigrations(made, { folder: at('migrations'), role: 'postgres', ledger: 'project' });
  return made;
}
