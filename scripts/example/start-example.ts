import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Project } from '../../packages/cli/src/project/choose-project.ts';
import { installTool } from '../prepare/install-tool.ts';
import { type RunningProcess, startProcess, type Variables } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';
import { waitForLine } from '../stack/wait-for-line.ts';
import { registerExample } from './register-example.ts';

const folder = inProject('examples', 'wallet-gate');
const readyLine = 'Ready in';

/** Installs the example's packages, unless they are there. */
export function installExample(): Promise<void> {
  return installTool(folder);
}

/**
 * Registers the example with a site of this machine, and starts its development server: it is ready without a build. Its packages
 * have to be installed.
 * @throws PlainFailure with its own words when it cannot start
 */
export async function startExample(
  project: Project,
  port: number,
): Promise<{ exampleUrl: string; process: RunningProcess }> {
  const exampleUrl = `http://localhost:${port}`;
  const { clientId, clientSecret } = await registerExample(project, exampleUrl);
  const example = runDevelopmentServer(port, {
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

function runDevelopmentServer(port: number, variables: Variables): RunningProcess {
  return startProcess({
    name: 'The example',
    nodeArguments: [
      inProject('scripts/process/end-with-parent.mjs'),
      join(folder, 'node_modules/next/dist/bin/next'),
      ...['dev', folder, '-p', String(port), '-H', 'localhost'],
    ],
    environment: {
      ...withoutConfiguration(process.env),
      NODE_ENV: 'development',
      NEXT_DIST_DIR: undefined,
      NEXT_TELEMETRY_DISABLED: '1',
      ...variables,
    },
  });
}
