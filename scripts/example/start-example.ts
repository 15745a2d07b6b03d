import { join } from 'node:path';
import type { Project } from '../../packages/cli/src/project/choose-project.ts';
import { buildPackage } from '../packages/build-package.ts';
import { installTool } from '../prepare/install-tool.ts';
import { type RunningProcess, startProcess, type Variables } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';
import { waitForLine } from '../stack/wait-for-line.ts';
import { type RegisteredExample, registerExample } from './register-example.ts';

const folder = inProject('examples', 'wallet-gate');
const readyLine = 'Ready in';

/** Installs the example's packages, unless they are there. One of them is ours, as npm would publish it. */
export async function installExample(): Promise<void> {
  await buildPackage('countersign');
  await installTool(folder, inProject('packages/countersign/dist'));
}

/**
 * Registers the example with a site of this machine, and starts its development server: it is ready without a build. Its packages
 * have to be installed.
 * @throws PlainFailure with its own words when it cannot start
 */
export async function startExample(
  project: Project,
  port: number,
): Promise<RegisteredExample & { exampleUrl: string; process: RunningProcess }> {
  const exampleUrl = `http://localhost:${port}`;
  const app = await registerExample(project, exampleUrl);
  const example = runDevelopmentServer(port, {
    ISSUER: project.siteUrl,
    CLIENT_ID: app.clientId,
    CLIENT_SECRET: app.clientSecret,
    REDIRECT_URI: `${exampleUrl}/auth/callback`,
    POST_LOGOUT_REDIRECT_URI: `${exampleUrl}/`,
  });
  await waitForLine(example, readyLine);
  return { ...app, exampleUrl, process: example };
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
