import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { offerPackage } from '../packages/offer-package.ts';
import { showProgress } from '../process/show-progress.ts';
import { startProcess, type Variables } from '../process/start-process.ts';
import { inProject, projectFolder } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';
import { hashSources } from './hash-sources.ts';
import { withPreparationLock } from './hold-lock.ts';

/** The tests' build folder. `npm start` may run at the same time, from another one. */
export const testBuildFolder = '.next-test';

/**
 * Builds the app for production into a folder of the checkout if its sources changed. The build contains no setting of a
 * deployment, so that it works with every backend. Its only secret is the key of its server actions
 * (`NEXT_SERVER_ACTIONS_ENCRYPTION_KEY`), which Next.js generates if unset.
 * @param variables environment variables for the build. Only an empty `SKIP_TYPE_CHECK` has it check types.
 * @param folder a checkout other than this one
 */
export async function buildApp(
  buildFolder: string,
  signal?: AbortSignal,
  variables: Variables = {},
  folder: string = projectFolder,
): Promise<void> {
  refuseBadKey(process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
  const build = { path: join(folder, buildFolder), buildFolder, variables, folder };
  if (isBuilt(build)) return;
  await withPreparationLock(async () => {
    if (!isBuilt(build)) await showProgress('Building the app', () => runBuild(build));
  }, signal);
}

/** Next.js builds with a malformed key, but then fails at the first form. */
function refuseBadKey(key: string | undefined): void {
  if (!key || [16, 24, 32].includes(Buffer.from(key, 'base64').length)) return;
  throw new PlainFailure(
    'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is malformed. Use 32 bytes in base64: openssl rand -base64 32.',
  );
}

const buildSettings = ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', 'NEXT_DEPLOYMENT_ID', 'DEPLOYMENT_ID'];

type Build = { path: string; buildFolder: string; variables: Variables; folder: string };

function hashBuild({ variables, folder }: Build): string {
  const told = buildSettings.flatMap((name) => (process.env[name] ? [name, process.env[name]] : []));
  const sources = hashSources(folder);
  if (told.length === 0 && Object.keys(variables).length === 0) return sources;
  return createHash('sha256')
    .update(JSON.stringify([sources, told, variables]))
    .digest('hex');
}

/** The stamp is removed before a build and written after a successful one. */
function stampOf({ path }: Build): string {
  return join(path, 'sources.sha256');
}

/** Also hashes the package for apps, which a build of other sources replaces. */
function makeStamp(hash: string, { folder }: Build): string {
  const packages = globSync('public/*.tgz', { cwd: folder }).map((file) => readFileSync(join(folder, file)));
  return [hash, ...packages.map((content) => createHash('sha256').update(content).digest('hex'))].join(' ');
}

function isBuilt(build: Build): boolean {
  try {
    return readFileSync(stampOf(build), 'utf8') === makeStamp(hashBuild(build), build);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function runBuild(wanted: Build): Promise<void> {
  const stamp = stampOf(wanted);
  // Computed before the build, so that edits during the build cause another one.
  const hash = hashBuild(wanted);
  rmSync(stamp, { force: true });
  await offerPackage(join(wanted.folder, 'public'));
  const build = startProcess({
    name: 'The build',
    nodeArguments: [
      inProject('scripts/process/end-with-parent.mjs'),
      join(wanted.folder, 'node_modules/next/dist/bin/next'),
      'build',
    ],
    folder: wanted.folder,
    environment: {
      ...withoutConfiguration(process.env),
      NODE_ENV: 'production',
      NEXT_DIST_DIR: wanted.buildFolder,
      NEXT_TELEMETRY_DISABLED: '1',
      SKIP_TYPE_CHECK: 'on',
      ...wanted.variables,
    },
  });
  const { code } = await build.ended;
  // Next.js writes BUILD_ID last. Exit code 0 alone doesn't prove that the build is complete.
  if (code !== 0 || !existsSync(join(wanted.path, 'BUILD_ID'))) {
    throw new PlainFailure(`${build.output().trim()}\n\nThe app could not be built. The reason is above.`);
  }
  // Written last, since Next.js empties the folder except for its cache.
  writeFileSync(stamp, makeStamp(hash, wanted));
}
