import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { type RunningProcess, startProcess, type Variables } from '../process/start-process.ts';
import { inProject, projectFolder } from '../project-folder.ts';
import type { Backend } from './start-backend.ts';

export type AppOptions = {
  /** `start` serves a finished build; `dev` compiles on request and reloads. */
  mode: 'start' | 'dev';
  port: number;
  host?: string;
  buildFolder: string;
  folder?: string;
  environment: Variables;
};

const pollMilliseconds = 100;
const timeoutSeconds = 120;

/** Starts the app and waits until `/api/health` returns 200. */
export async function startApp(options: AppOptions): Promise<RunningProcess> {
  const { folder = projectFolder } = options;
  const app = startProcess({
    name: 'The app',
    nodeArguments: [inProject('scripts/process/end-with-parent.mjs'), join(folder, 'server/main.ts')],
    folder,
    environment: {
      ...options.environment,
      PORT: String(options.port),
      LISTEN_HOST: options.host,
      NODE_ENV: options.mode === 'dev' ? 'development' : 'production',
      NEXT_DIST_DIR: options.buildFolder,
      NEXT_TELEMETRY_DISABLED: '1',
    },
  });
  await waitUntilHealthy(app, `http://${reachableHost(options.host)}:${options.port}/api/health`);
  return app;
}

/** With the local backend, whose accounts and mailbox are for trials, the app listens on this machine only. */
export const embeddedHost = 'localhost';

function reachableHost(host = '0.0.0.0'): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

export function embeddedSettings(backend: Backend, siteUrl: string, chainUrl?: string): Variables {
  return {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SMTP_URL: backend.smtpUrl,
    MAILBOX_URL: backend.mailboxUrl,
    COUNTERSIGN_EMBEDDED: '1',
    LOCAL_SOLANA_URL: chainUrl,
    // Used only if CAPTCHA_PROVIDER is set.
    LOCAL_CAPTCHA_URL: `${backend.url}/local/captcha`,
    SITE_URL: siteUrl,
  };
}

async function waitUntilHealthy(app: RunningProcess, healthUrl: string): Promise<void> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  while (!(await answersOk(healthUrl))) {
    if (app.hasEnded()) {
      await app.ended;
      throw new PlainFailure(app.errorOutput().trim() || 'The app ended before it was ready.');
    }
    if (Date.now() > deadline) {
      throw new PlainFailure(`${app.output()}\nThe app did not answer after ${timeoutSeconds} seconds.`);
    }
    await setTimeout(pollMilliseconds);
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(timeoutSeconds * 1000) })).ok;
  } catch {
    return false;
  }
}
