import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inProject, projectFolder } from '../../../scripts/project-folder.ts';

const bench = dirname(import.meta.dirname);
/** Inside the project, because Node looks for packages in parent folders. */
const copy = inProject('.next-bench', 'app');
const starter = join(bench, 'starter');
const next = inProject('node_modules/next/dist/bin/next');

/**
 * Builds both apps for production, unless BENCH_BUILT is set: Supabase's starter, and the project with two more pages: `/bench`, a
 * signed-in page without database reads, and `/bench-starter`, the starter's page with this site's check. The check can be replaced:
 * see signed-in-page/session.ts.
 * @returns their folders
 */
export function buildApps() {
  if (!process.env.BENCH_BUILT) {
    makeCopy();
    build(copy);
    build(starter);
  }
  return { copy, starter };
}

/** Copies the sources, committed or not. */
function makeCopy() {
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  const entersBuild =
    /^(app|components|docs|lib|public|scripts|server|packages\/countersign)\/|^[^/]+\.(ts|mjs|json)$/;
  const paths = listed.split('\n').filter((path) => entersBuild.test(path) && !/\.test\.tsx?$/.test(path));
  for (const path of paths) copyInto(inProject(path), path);
  symlinkSync(inProject('node_modules'), join(copy, 'node_modules'), 'junction');
  renameSync(join(copy, 'lib/session/session.ts'), join(copy, 'lib/session/session-checked.ts'));
  const added = join(bench, 'signed-in-page');
  copyInto(join(added, 'session.ts'), 'lib/session/session.ts');
  copyInto(join(added, 'check-as-starter.ts'), 'lib/session/check-as-starter.ts');
  copyInto(join(added, 'page.jsx'), 'app/(signed-in)/bench/page.jsx');
  copyInto(join(added, 'starter-page.jsx'), 'app/bench-starter/page.jsx');
  copyInto(join(added, 'next.config.mjs'), 'next.config.mjs');
}

function copyInto(file, path) {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  copyFileSync(file, join(copy, path));
}

function build(folder) {
  const built = spawnSync(process.execPath, [next, 'build', folder], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', SKIP_TYPE_CHECK: 'on' },
  });
  if (built.status !== 0) throw new Error(`${folder} could not be built:\n${built.stdout}${built.stderr}`);
}
