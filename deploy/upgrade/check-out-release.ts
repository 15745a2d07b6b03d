import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../../scripts/process/start-process.ts';
import { inProject } from '../../scripts/project-folder.ts';
import { withoutConfiguration } from '../../scripts/stack/configuration.ts';
import { needPrograms } from '../testing/need-programs.ts';

/** The last file of the baseline, which is the database of 1.0.0. The commit that wrote it has 1.0.0's app too. */
const lastOfBaseline = 'supabase/migrations/20261122091100_grant_rights.sql';
const filesOfBaseline = 12;

/**
 * The site of 1.0.0 as a checkout of its own, with its packages and built. Kept in `.local`, because making it takes minutes.
 * @returns its folder
 * @throws Error of one line where the history is not there, or npm's registry
 */
export async function checkOutRelease(): Promise<string> {
  const { git, tar } = needPrograms({ git: 'git', tar: 'tar' });
  const run = (...args: string[]) =>
    execFileSync(git, args, {
      cwd: inProject(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const commit = findCommit(run);
  const folder = inProject('.local', `release-1.0.0-${commit.slice(0, 12)}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}-${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    const archive = join(unfinished, 'archive.tar');
    run('archive', '--output', archive, commit);
    execFileSync(tar, ['-xf', archive, '-C', unfinished]);
    rmSync(archive);
    renameSync(unfinished, folder);
  }
  // Its own command, which installs what is missing and builds what has changed.
  const build = startProcess({
    ...{ name: 'The build of 1.0.0', folder, nodeArguments: [join(folder, 'scripts/run.mjs'), 'build'] },
    environment: withoutConfiguration(process.env),
  });
  if ((await build.ended).code !== 0) throw new Error(`1.0.0 could not be built: ${build.output()}`);
  return folder;
}

function findCommit(run: (...args: string[]) => string): string {
  try {
    const commit = run('log', '--diff-filter=A', '--format=%H', '-1', '--', lastOfBaseline);
    const files = run('ls-tree', '--name-only', commit, 'supabase/migrations/').split('\n');
    // Where the history was cut off, one commit seems to have written all of it.
    if (files.length === filesOfBaseline && files.includes(lastOfBaseline)) return commit;
  } catch {
    // No git, no commit: said below.
  }
  throw new Error(
    'This test needs the history of this repository, back to 1.0.0, which a shallow clone does not have: git fetch --unshallow',
  );
}
