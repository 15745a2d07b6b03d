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

/** Milliseconds. A database that nobody has begun to use isn't copied for so long. */
const longestUse = 24 * 60 * 60 * 1000;

/** The folder in which they are kept between runs, in the project's folder. */
export const templatePlace = 'node_modules/.cache/local-supabase';

/** The sources of a database: our SQL, its runner, and the Postgres that it is a file of. */
export const databaseSources = [
  'packages/local-supabase/src',
  'supabase/migrations',
  'supabase/config.toml',
  'package-lock.json',
];

/** A hash of the names and contents of these files, and of all in these folders. */
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
 * Keeps databases that earlier runs have made of the same sources: making one takes eight seconds, copying it a
 * twentieth of one.
 * @param place the folder, with one folder a hash.
 * @param hashNow the hash of the sources now. A database whose sources changed meanwhile isn't kept.
 * @param make gives the folder of a new one, whose backend has ended. It is returned itself if it can't be kept.
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
    // Someone else was first, or only someone else may write there.
    return made;
  }
}

/** Whole or not at all: others may look for it at this moment. */
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
    // Owned by someone else, who lets us read.
  }
}

function removeUnused(place: string): void {
  for (const entry of readdirSync(place)) {
    const folder = join(place, entry);
    const since = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (since > longestUse) rmSync(folder, { recursive: true, force: true });
  }
}
