import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { PlainFailure } from '../process/plain-failure.ts';
import { showProgress } from '../process/show-progress.ts';
import { startProcess, type Variables } from '../process/start-process.ts';
import { inProject, projectFolder } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';
import { hashSources } from './hash-sources.ts';
import { whileNobodyElsePrepares } from './hold-lock.ts';

/** What tests run on: not the folder of `npm start`, which may be running. */
export const testBuildFolder = '.next-test';

/**
 * Builds the app for production into a folder of the checkout, when its sources changed since the last time.
 * No setting of a deployment enters the build, so that one build serves every backend and holds no secret but the key of its own
 * server actions (`NEXT_SERVER_ACTIONS_ENCRYPTION_KEY`), which it makes itself where none is given.
 * @param variables what the build is told besides.
 * @throws PlainFailure with the output of the build when it fails
 */
export async function buildApp(
  buildFolder: string,
  signal?: AbortSignal,
  variables: Variables = {},
): Promise<void> {
  refuseBadKey(process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
  if (isBuilt(buildFolder, variables)) return;
  await whileNobodyElsePrepares(async () => {
    if (!isBuilt(buildFolder, variables))
      await showProgress('Building the app', () => runBuild(buildFolder, variables));
  }, signal);
}

/** Next.js would build with it, and then fail at the first form. */
function refuseBadKey(key: string | undefined): void {
  if (!key || [16, 24, 32].includes(Buffer.from(key, 'base64').length)) return;
  throw new PlainFailure(
    'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is malformed: give it 32 bytes in base64, as openssl rand -base64 32 makes them.',
  );
}

/** What enters a build besides its sources. */
const buildSettings = ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', 'NEXT_DEPLOYMENT_ID', 'DEPLOYMENT_ID'];

function hashBuild(variables: Variables): string {
  const told = buildSettings.flatMap((name) => (process.env[name] ? [name, process.env[name]] : []));
  const sources = hashSources(projectFolder);
  if (told.length === 0 && Object.keys(variables).length === 0) return sources;
  return createHash('sha256')
    .update(JSON.stringify([sources, told, variables]))
    .digest('hex');
}

/** The stamp is written when a build has succeeded and removed before one begins. */
function stampOf(buildFolder: string): string {
  return inProject(buildFolder, 'sources.sha256');
}

function isBuilt(buildFolder: string, variables: Variables): boolean {
  try {
    return readFileSync(stampOf(buildFolder), 'utf8') === hashBuild(variables);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function runBuild(buildFolder: string, variables: Variables): Promise<void> {
  const stamp = stampOf(buildFolder);
  // Taken before the build: what is edited while it runs must be built again.
  const hash = hashBuild(variables);
  rmSync(stamp, { force: true });
  const build = startProcess({
    name: 'The build',
    nodeArguments: [
      inProject('scripts/process/end-with-parent.mjs'),
      inProject('node_modules/next/dist/bin/next'),
      'build',
    ],
    environment: {
      ...withoutConfiguration(process.env),
      NODE_ENV: 'production',
      NEXT_DIST_DIR: buildFolder,
      NEXT_TELEMETRY_DISABLED: '1',
      ...variables,
    },
  });
  const { code } = await build.ended;
  // Next.js writes this file late. An exit code of 0 alone does not prove that the build was finished.
  if (code !== 0 || !existsSync(inProject(buildFolder, 'BUILD_ID'))) {
    throw new PlainFailure(`${build.output().trim()}\n\nThe app could not be built. The reason is above.`);
  }
  writeFileSync(stamp, hash);
}
