import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PlainFailure } from '../../packages/cli/src/plain-failure.ts';
import { type RunningProcess, startProcess, type Variables } from '../process/start-process.ts';
import { inProject, projectFolder } from '../project-folder.ts';
import type { Backend } from './start-backend.ts';

export type AppOptions = {
  /** `start` serves a finished build; `dev` compiles on request and reloads. */
  mode: 'start' | 'dev';
  port: number;
  /** The address to listen on; every address of the machine without it. */
  host?: string;
  /** The build to serve, a folder of the checkout. */
  buildFolder: string;
  /** Another checkout than this one. */
  folder?: string;
  environment: Variables;
};

/** Longer than the usual minute of balancers: whoever sends a request must not find the connection just closed. */
const keepAliveMilliseconds = 65_000;
const pollMilliseconds = 100;
const patienceSeconds = 120;

/**
 * Starts the app and waits until `/api/health` answers 200.
 * @throws PlainFailure with its own words when it cannot start
 */
export async function startApp(options: AppOptions): Promise<RunningProcess> {
  const { folder = projectFolder } = options;
  const app = startProcess({
    name: 'The app',
    nodeArguments: [
      inProject('scripts/process/end-with-parent.mjs'),
      join(folder, 'node_modules/next/dist/bin/next'),
      options.mode,
      '-p',
      String(options.port),
      ...(options.host ? ['-H', options.host] : []),
      ...(options.mode === 'start' ? ['--keepAliveTimeout', String(keepAliveMilliseconds)] : []),
    ],
    folder,
    environment: {
      ...options.environment,
      PORT: String(options.port),
      NODE_ENV: options.mode === 'dev' ? 'development' : 'production',
      NEXT_DIST_DIR: options.buildFolder,
      NEXT_TELEMETRY_DISABLED: '1',
    },
  });
  await waitUntilHealthy(app, `http://${reachableHost(options.host)}:${options.port}/api/health`);
  return app;
}

/** With the local backend: what is for trying out answers this machine only. */
export const embeddedHost = 'localhost';

/**
 * @returns what `LISTEN_HOST` says; else this machine only with the local backend, and every address without it. This
 * machine is always `localhost`: Next.js calls it so within, and takes a page that is shown in the place of another for one
 * of another server where it was told a number.
 */
export function chooseHost(variables: Variables, isEmbedded: boolean): string | undefined {
  const host = variables.LISTEN_HOST?.trim() || (isEmbedded ? embeddedHost : undefined);
  return host && /^(127(\.\d+){3}|::1)$/.test(host) ? embeddedHost : host;
}

function reachableHost(host = '0.0.0.0'): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** What tells the app to use the local backend, and the local chain where one runs. */
export function embeddedSettings(backend: Backend, siteUrl: string, chainUrl?: string): Variables {
  return {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SMTP_URL: backend.smtpUrl,
    MAILBOX_URL: backend.mailboxUrl,
    COUNTERSIGN_EMBEDDED: '1',
    LOCAL_SOLANA_URL: chainUrl,
    // Counts where CAPTCHA_PROVIDER is set.
    LOCAL_CAPTCHA_URL: `${backend.url}/local/captcha`,
    SITE_URL: siteUrl,
  };
}

async function waitUntilHealthy(app: RunningProcess, healthUrl: string): Promise<void> {
  const deadline = Date.now() + patienceSeconds * 1000;
  while (!(await answersOk(healthUrl))) {
    if (app.hasEnded()) {
      await app.ended;
      throw new PlainFailure(app.errorOutput().trim() || 'The app ended before it was ready.');
    }
    if (Date.now() > deadline) {
      throw new PlainFailure(`${app.output()}\nThe app did not answer after ${patienceSeconds} seconds.`);
    }
    await setTimeout(pollMilliseconds);
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(patienceSeconds * 1000) })).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}
