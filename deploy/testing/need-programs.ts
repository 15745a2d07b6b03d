import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps what only administrators usually start, and its versions of PostgreSQL. */
const furtherFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/lib/postgresql/15/bin'];

/**
 * Where each of these programs is. One that is missing fails the test that asks: nothing is left out in silence.
 * @param packages each program by its name, with Debian's package of it
 * @returns absolute paths, by name
 * @throws Error of one line that names what is missing and how to get it
 */
export function needPrograms<Name extends string>(packages: Record<Name, string>): Record<Name, string> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...furtherFolders];
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

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
