import { PlainFailure } from '../../cli/plain-failure.ts';
import { chooseHost } from '../../server/listen.ts';
import { offerPackage } from '../packages/offer-package.ts';
import { buildApp } from '../prepare/build-app.ts';
import { withPreparationLock } from '../prepare/hold-lock.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { serveUntilStopped } from '../process/listen-for-stop.ts';
import type { RunningProcess, Variables } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { chooseBackend, loadEnvironmentFiles } from '../stack/configuration.ts';
import { describeReady, describeStart } from '../stack/describe-ready.ts';
import { readPort, refuseTakenPort } from '../stack/ports.ts';
import { embeddedSettings, startApp } from '../stack/start-app.ts';
import { type Backend, type BackendOptions, startBackend } from '../stack/start-backend.ts';
import { chooseChain, startChain } from '../stack/start-chain.ts';

type Mode = 'start' | 'dev';

const buildFolder = '.next';

/**
 * `npm start` and, with `--dev`, `npm run dev`: serves the app with its backend until a stop signal, after it has installed
 * packages and built (or compiles on request). Exit code 1 means that a process exited by itself.
 */
export async function run(args: string[]): Promise<number> {
  const mode = args.includes('--dev') ? 'dev' : 'start';
  if (args.includes('--help') || args.includes('-h')) {
    console.log(describeStart());
    return 0;
  }
  return serveUntilStopped((stopping) => start(mode, stopping));
}

async function start(mode: Mode, stopping: AbortSignal): Promise<RunningProcess[]> {
  loadEnvironmentFiles(mode === 'dev' ? 'development' : 'production');
  const command = mode === 'start' ? 'npm start' : 'npm run dev';
  const port = readPort(process.env, 'PORT', 3000);
  const siteUrl = process.env.SITE_URL?.trim() || `http://localhost:${port}`;
  await refuseTakenPort(port, `PORT=${port + 1} ${command}`);
  const backendOptions = await chooseBackendOptions(siteUrl, command);
  const chainOptions = backendOptions && (await chooseChain(process.env, backendOptions, port, command));
  await installDependencies(stopping);
  if (!backendOptions) await refuseBadConfiguration();

  const [backend, chain] = await Promise.all([
    backendOptions && startBackend(backendOptions),
    chainOptions && startChain(chainOptions),
    mode === 'start'
      ? buildApp(buildFolder, stopping)
      : withPreparationLock(() => offerPackage(inProject('public')), stopping),
  ]);
  stopping.throwIfAborted();
  const host = chooseHost(process.env, backend !== undefined);
  const forDevelopers = backend && (await addTestPeople(backend, siteUrl, host));
  const app = await startApp({
    mode,
    port,
    host,
    buildFolder,
    environment: {
      ...forDevelopers,
      ...process.env,
      ...(backend ? embeddedSettings(backend, siteUrl, chain?.url) : { SITE_URL: siteUrl }),
    },
  });
  stopping.throwIfAborted();
  console.log(describeReady(port, siteUrl, backend?.mailboxUrl ?? null));
  // Prints the app's warnings of the start-up; the rest of that output is Next.js's.
  if (app.errorOutput()) console.warn(app.errorOutput().trimEnd());
  app.showOutput();
  backend?.process.showOutput();
  chain?.process.showOutput();
  return [app, backend?.process, chain?.process].filter((one) => one !== undefined);
}

/** Imported late: it needs installed packages. */
async function addTestPeople(
  backend: Backend,
  siteUrl: string,
  host: string | undefined,
): Promise<Variables> {
  const { prepareForDevelopers } = await import('../stack/add-test-people.ts');
  const chain = `solana:${process.env.SOLANA_CLUSTER?.trim() || 'mainnet'}`;
  return prepareForDevelopers({ ...backend, supabaseUrl: backend.url, siteUrl, host, chain });
}

async function chooseBackendOptions(siteUrl: string, command: string): Promise<BackendOptions | undefined> {
  if (chooseBackend(process.env) === 'configured') return undefined;
  const port = readPort(process.env, 'LOCAL_SUPABASE_PORT', 54_321);
  const smtpPort = readPort(process.env, 'LOCAL_SMTP_PORT', 54_325);
  await refuseTakenPort(port, `LOCAL_SUPABASE_PORT=${port + 10} ${command}`);
  await refuseTakenPort(smtpPort, `LOCAL_SMTP_PORT=${smtpPort + 10} ${command}`);
  const dataFolder = process.env.LOCAL_SUPABASE_DATA?.trim() || inProject('.local', 'supabase');
  return { port, smtpPort, dataFolder, siteUrl, environment: process.env };
}

/** Checks settings before the slow build. Imported late: `lib/env.ts` needs installed packages. */
async function refuseBadConfiguration(): Promise<void> {
  const { readEnvironment } = await import('../../lib/env.ts');
  const read = readEnvironment(process.env);
  if (!read.ok) throw new PlainFailure(read.message);
}
