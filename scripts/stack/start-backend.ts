import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { type RunningProcess, startProcess, type Variables } from '../process/start-process.ts';
import { projectFolder } from '../project-folder.ts';
import { waitForLine } from './wait-for-line.ts';

export type BackendOptions = {
  port: number;
  smtpPort: number;
  dataFolder: string;
  siteUrl: string;
  folder?: string;
  environment: Variables;
};

export type Backend = {
  url: string;
  publishableKey: string;
  secretKey: string;
  mailboxUrl: string;
  smtpUrl: string;
  process: RunningProcess;
};

const readyLine = 'Local Supabase ready on';

export async function startBackend(options: BackendOptions): Promise<Backend> {
  const url = `http://127.0.0.1:${options.port}`;
  const backend = startProcess({
    name: 'The local backend',
    nodeArguments: [join(options.folder ?? projectFolder, 'supabase/start-local.ts')],
    folder: options.folder,
    environment: {
      ...options.environment,
      LOCAL_SUPABASE_ALLOW: '1',
      LOCAL_SUPABASE_PORT: String(options.port),
      LOCAL_SUPABASE_DATA: options.dataFolder,
      LOCAL_SMTP_PORT: String(options.smtpPort),
      SITE_URL: options.siteUrl,
    },
  });
  await waitForLine(backend, readyLine);
  const keys = readKeys(join(options.dataFolder, 'keys.json'));
  return {
    url,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    mailboxUrl: `${url}/mailbox`,
    smtpUrl: `smtp://127.0.0.1:${options.smtpPort}`,
    process: backend,
  };
}

function readKeys(file: string): { publishable: string; secret: string } {
  const keys = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  if (typeof keys.publishable === 'string' && typeof keys.secret === 'string') {
    return { publishable: keys.publishable, secret: keys.secret };
  }
  throw new PlainFailure(
    `${file} does not contain a publishable and a secret key. Delete it to create new ones.`,
  );
}
