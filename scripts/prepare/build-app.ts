import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { PlainFailure } from '../process/plain-failure.ts';
import { showProgress } from '../process/show-progress.ts';
import { startProcess } from '../process/start-process.ts';
import { inProject, projectFolder } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';
import { hashSources } from './hash-sources.ts';
import { whileNobodyElsePrepares } from './hold-lock.ts';

/** What tests run on: not the folder of `npm start`, which may be running. */
export const testBuildFolder = '.next-test';

/**
 * Builds the app for production into a folder of the checkout, when its sources changed since the last time.
 * No setting of a deployment enters the build, so that one build serves every backend and holds no secret.
 * @throws PlainFailure with the output of the build when it fails
 */
export async function buildApp(buildFolder: string, signal?: AbortSignal): Promise<void> {
  if (isBuilt(buildFolder)) return;
  await whileNobodyElsePrepares(async () => {
    if (!isBuilt(buildFolder)) await showProgress('Building the app', () => runBuild(buildFolder));
  }, signal);
}

/** The stamp is written when a build has succeeded and removed before one begins. */
function stampOf(buildFolder: string): string {
  return inProject(buildFolder, 'sources.sha256');
}

function isBuilt(buildFolder: string): boolean {
  try {
    return readFileSync(stampOf(buildFolder), 'utf8') === hashSources(projectFolder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function runBuild(buildFolder: string): Promise<void> {
  const stamp = stampOf(buildFolder);
  // Taken before the build: what is edited while it runs must be built again.
  const hash = hashSources(projectFolder);
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
    },
  });
  const { code } = await build.ended;
  // Next.js writes this file late. An exit code of 0 alone does not prove that the build was finished.
  if (code !== 0 || !existsSync(inProject(buildFolder, 'BUILD_ID'))) {
    throw new PlainFailure(`${build.output().trim()}\n\nThe app could not be built. The reason is above.`);
  }
  writeFileSync(stamp, hash);
}
