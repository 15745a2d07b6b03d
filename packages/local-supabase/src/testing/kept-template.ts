import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyDatabase } from './prepare-data.ts';

/** Milliseconds. No test run copies a database for this long after its last use. */
const unusedAfterMs = 24 * 60 * 60 * 1000;

/** The folder that keeps databases between runs, relative to the project. */
export const templatePlace = 'node_modules/.cache/local-supabase';

/** The sources of a database: its SQL, the code that runs it, and the version of Postgres. */
export const databaseSources = [
  'packages/local-supabase/src',
  'supabase/migrations',
  'supabase/config.toml',
  'package-lock.json',
];

/** A hash of the names and contents of these files and folders. */
export function hashSources(paths: string[]): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    if (statSync(path).isDirectory()) {
      for (const entry of readdirSync(path).sort()) add(join(path, entry));
      return;
    }
    const content = readFileSync(path);
    hash.update(`${path}\0${content.length}\0`).update(content);
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/**
 * Keeps databases between runs, by the hash of their sources: creating one takes 8 s, copying it 0.4 s.
 * @param place the folder, with a subfolder per hash
 * @param hashNow returns the current hash. A database isn't kept if its sources changed while it was created.
 * @param make returns the folder of a new, closed database, which is returned as is if it can't be kept
 */
export async function keepTemplate(
  place: string,
  hashNow: () => string,
  make: () => Promise<string>,
): Promise<string> {
  const hash = hashNow();
  const kept = join(place, hash);
  if (existsSync(join(kept, '.ready'))) {
    touch(kept);
    return kept;
  }
  const made = await make();
  if (hashNow() !== hash) return made;
  try {
    mkdirSync(place, { recursive: true });
    removeUnused(place);
    return moveTo(kept, mkdtempSync(join(place, 'copy-')), made);
  } catch {
    // Another process kept one first, or the folder isn't writable.
    return made;
  }
}

/** Renames a finished copy, since other processes may be looking for it. */
function moveTo(kept: string, copy: string, made: string): string {
  try {
    copyDatabase(made, copy);
    renameSync(copy, kept);
    return kept;
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    throw error;
  }
}

function touch(folder: string): void {
  const now = new Date();
  try {
    utimesSync(folder, now, now);
  } catch {
    // Another user owns the folder, and this process may only read.
  }
}

function removeUnused(place: string): void {
  for (const entry of readdirSync(place)) {
    const folder = join(place, entry);
    const since = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (since > unusedAfterMs) rmSync(folder, { recursive: true, force: true });
  }
}
