import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps what only administrators usually start. */
const furtherFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/**
 * Where each of these programs is. One that is missing fails the test that asks: nothing is left out in silence.
 * @param packages each program by its name, with Debian's package of it
 * @param first folders to look into before the PATH
 * @returns absolute paths, by name
 * @throws Error of one line that names what is missing and how to get it
 */
export function needPrograms<Name extends string>(
  packages: Record<Name, string>,
  first: string[] = [],
): Record<Name, string> {
  const inPath = (process.env.PATH ?? '').split(delimiter);
  const folders = [...first, ...inPath, ...furtherFolders, ...postgresFolders()];
  const found = Object.keys(packages).map((name) => [
    name,
    folders.map((folder) => join(folder, name)).find(isProgram),
  ]);
  const missing = found.filter(([, path]) => path === undefined).map(([name]) => name as Name);
  if (missing.length > 0)
    throw new Error(
      `This test needs ${missing.join(' and ')}. On Debian: apt-get install ${missing.map((name) => packages[name]).join(' ')}`,
    );
  return Object.fromEntries(found) as Record<Name, string>;
}

/**
 * Debian has each version of PostgreSQL in a folder of its own, and none of them in the PATH.
 * @param root where those folders are
 * @returns the newest one that has a server first
 */
export function postgresFolders(root = '/usr/lib/postgresql'): string[] {
  try {
    return readdirSync(root)
      .filter((version) => /^\d+$/.test(version) && isProgram(join(root, version, 'bin', 'postgres')))
      .toSorted((one, other) => Number(other) - Number(one))
      .map((version) => join(root, version, 'bin'));
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
