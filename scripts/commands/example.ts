import { PlainFailure } from '../../cli/plain-failure.ts';
import { type Example, examples, findExample } from '../example/examples.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { serveUntilStopped } from '../process/listen-for-stop.ts';
import { type RunningProcess, startProcess } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { chooseBackend, loadEnvironmentFiles } from '../stack/configuration.ts';
import { readPort, refuseTakenPort } from '../stack/ports.ts';
import { waitForLine } from '../stack/wait-for-line.ts';

const defaultPort = 3100;
/** Long, since a first start installs packages and builds. */
const timeoutSeconds = 900;

/**
 * `npm run example -- [name]`: runs an app of `examples` (default: `wallet-gate`) that signs users in with the local site.
 * Starts the site if it isn't running, and registers the app there.
 */
export async function run([name = 'wallet-gate', ...others]: string[]): Promise<number> {
  const example = findExample(name);
  if (!example || others.length > 0)
    throw new PlainFailure(`Choose an example: ${examples.map((one) => one.name).join(', ')}.`);
  return serveUntilStopped((stopping) => start(example, stopping));
}

async function start(example: Example, stopping: AbortSignal): Promise<RunningProcess[]> {
  loadEnvironmentFiles('production');
  if (chooseBackend(process.env) === 'configured')
    throw new PlainFailure(
      'npm run example runs on the local backend, and a Supabase project is configured here. To try it there, register it ' +
        'with npm run app, and fill in examples/wallet-gate/.env.example.',
    );
  const port = readPort(process.env, 'EXAMPLE_PORT', defaultPort);
  await refuseTakenPort(port, `EXAMPLE_PORT=${port + 1} npm run example -- ${example.name}`);
  await installDependencies(stopping);
  const site = await startSiteUnlessRunning();
  stopping.throwIfAborted();
  // Imported late: their packages weren't installed before.
  const { chooseProject } = await import('../../cli/project/choose-project.ts');
  const { installExamples, startExample } = await import('../example/start-example.ts');
  await installExamples(example);
  stopping.throwIfAborted();
  const project = chooseProject(process.env);
  const started = await startExample(example, project, port);
  stopping.throwIfAborted();
  console.log(`The example is ready on ${started.exampleUrl}`);
  console.log(`It signs people in with ${project.siteUrl}. Press Ctrl-C to stop.`);
  started.process.showOutput();
  return [started.process, ...(site ? [site] : [])];
}

/** @returns the site's process; null if the site was already running, and then it keeps running afterwards */
async function startSiteUnlessRunning(): Promise<RunningProcess | null> {
  const siteUrl = process.env.SITE_URL?.trim() || `http://localhost:${readPort(process.env, 'PORT', 3000)}`;
  if (await isCountersign(siteUrl)) return null;
  console.log(`Starting the site too, since nothing answers at ${siteUrl}.`);
  const site = startProcess({
    name: 'The site',
    nodeArguments: [inProject('scripts/run.mjs'), 'start'],
    environment: process.env,
  });
  site.showOutput();
  await waitForLine(site, 'Ready on', timeoutSeconds);
  return site;
}

async function isCountersign(siteUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${siteUrl}/.well-known/openid-configuration`);
    return answer.ok && ((await answer.json()) as { issuer?: unknown }).issuer === siteUrl;
  } catch {
    return false;
  }
}
