import { randomBytes } from 'node:crypto';
import type { Project } from '../../cli/project/choose-project.ts';
import { buildPackage } from '../packages/build-package.ts';
import { installTool } from '../prepare/install-tool.ts';
import { type RunningProcess, startProcess } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';
import { waitForLine } from '../stack/wait-for-line.ts';
import type { Example } from './examples.ts';
import { type RegisteredExample, registerExample } from './register-example.ts';

/** Installs the packages of examples if they changed, among them `countersign` as npm would publish it. */
export async function installExamples(...wanted: Example[]): Promise<void> {
  await buildPackage('countersign');
  for (const { folder } of wanted) await installTool(folder, inProject('packages/countersign/dist'));
}

/** Registers an example with a local site and starts it without a build. Call `installExamples` first. */
export async function startExample(
  example: Example,
  project: Project,
  port: number,
): Promise<RegisteredExample & { exampleUrl: string; process: RunningProcess }> {
  const exampleUrl = `http://localhost:${port}`;
  const app = await registerExample(project, example.label, exampleUrl, example.callbackPath);
  const started = startProcess({
    name: 'The example',
    folder: example.folder,
    nodeArguments: [inProject('scripts/process/end-with-parent.mjs'), ...example.start(port)],
    environment: {
      ...withoutConfiguration(process.env),
      NODE_ENV: 'development',
      NEXT_DIST_DIR: undefined,
      NEXT_TELEMETRY_DISABLED: '1',
      // Color codes would keep its ready line from matching.
      NO_COLOR: '1',
      ISSUER: project.siteUrl,
      CLIENT_ID: app.clientId,
      CLIENT_SECRET: app.clientSecret,
      REDIRECT_URI: `${exampleUrl}/auth/callback`,
      POST_LOGOUT_REDIRECT_URI: `${exampleUrl}/`,
      AUTH_URL: exampleUrl,
      AUTH_SECRET: randomBytes(32).toString('hex'),
    },
  });
  await waitForLine(started, example.readyLine);
  return { ...app, exampleUrl, process: started };
}
