import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's folders for programs of administrators. */
const furtherFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/**
 * A missing program fails the test instead of skipping it.
 * @param packages Debian's package of each program, by its name
 * @param first folders to search before PATH
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

/** Debian has each PostgreSQL version in a separate folder outside PATH. Folders with a server, newest version first. */
export function postgresFolders(): string[] {
  const root = '/usr/lib/postgresql';
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
