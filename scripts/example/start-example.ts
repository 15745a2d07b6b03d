import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from '../../packages/cli/src/plain-failure.ts';
import type { Project } from '../../packages/cli/src/project/choose-project.ts';
import { hashSources } from '../prepare/hash-sources.ts';
import { installTool } from '../prepare/install-tool.ts';
import { showProgress } from '../process/show-progress.ts';
import { type RunningProcess, startProcess, type Variables } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';
import { waitForLine } from '../stack/wait-for-line.ts';
import { registerExample } from './register-example.ts';

const folder = inProject('examples', 'wallet-gate');
/** Hash of the sources of the build that is there. */
const stamp = join(folder, '.next', 'sources.sha256');
const readyLine = 'Ready in';

/** Installs the example's packages and builds it, unless both are done. */
export async function prepareExample(): Promise<void> {
  await installTool(folder);
  const hash = hashSources(folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  rmSync(stamp, { force: true });
  await showProgress('Building the example', async () => {
    const build = runNext('The build of the example', ['build', folder]);
    const { code } = await build.ended;
    if (code !== 0)
      throw new PlainFailure(
        `${build.output().trim()}\n\nThe example could not be built. The reason is above.`,
      );
  });
  writeFileSync(stamp, hash);
}

/**
 * Registers the example with a site of this machine, and starts it. It has to be prepared.
 * @throws PlainFailure with its own words when it cannot start
 */
export async function startExample(
  project: Project,
  port: number,
): Promise<{ exampleUrl: string; process: RunningProcess }> {
  const exampleUrl = `http://localhost:${port}`;
  const { clientId, clientSecret } = await registerExample(project, exampleUrl);
  const example = runNext('The example', ['start', folder, '-p', String(port), '-H', 'localhost'], {
    AUTH_COUNTERSIGN_ISSUER: project.siteUrl,
    AUTH_COUNTERSIGN_ID: clientId,
    AUTH_COUNTERSIGN_SECRET: clientSecret,
    AUTH_URL: exampleUrl,
    AUTH_SECRET: makeAuthSecret(project),
  });
  await waitForLine(example, readyLine);
  return { exampleUrl, process: example };
}

/** What the example's cookies are encrypted with. The same at each start, so that nobody has to sign in again. */
export function makeAuthSecret({ secretKey }: Project): string {
  return createHmac('sha256', secretKey).update('wallet-gate').digest('base64url');
}

function runNext(name: string, args: string[], variables: Variables = {}): RunningProcess {
  return startProcess({
    name,
    nodeArguments: [
      inProject('scripts/process/end-with-parent.mjs'),
      join(folder, 'node_modules/next/dist/bin/next'),
      ...args,
    ],
    environment: {
      ...withoutConfiguration(process.env),
      NODE_ENV: 'production',
      NEXT_DIST_DIR: undefined,
      NEXT_TELEMETRY_DISABLED: '1',
      ...variables,
    },
  });
}
