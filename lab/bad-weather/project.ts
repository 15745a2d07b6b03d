import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { withoutConfiguration } from '../../scripts/stack/configuration.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { startBackend } from '../../scripts/stack/start-backend.ts';
import { enterOutsideProject, leaveOutsideProject } from '../../supabase/testing/outside-project.ts';
import { startForwarder } from './forward.ts';

/** What the gateway does to a call. `lost` passes it on, and breaks the connection instead of answering. */
export type Fault = 'reset' | 'bad gateway' | 'slow' | 'hang' | 'lost';

export type Project = Awaited<ReturnType<typeof startProject>>;

/** The site waits 5 s for a call. */
const delaysInMilliseconds: Partial<Record<Fault, number>> = { slow: 3_000, hang: 15_000 };

/** Starts the local backend, or with TEST_BACKEND=outside uses that project, behind a gateway with faults. */
export async function startProject(folder: string) {
  const backend = await (process.env.TEST_BACKEND ? connectOutside() : startLocal(folder));
  const { supabaseUrl, publishableKey, secretKey, smtpUrl } = backend.addresses;
  // The gateway accepts both, as a project does while its secret key is replaced.
  const secretKeys = { first: secretKey, second: `sb_secret_${randomBytes(24).toString('base64url')}` };
  const faults: { auth?: Fault; rest?: Fault } = {};
  const gateway = await startForwarder(async ({ url = '', headers }) => {
    const fault = faults[url.startsWith('/auth/') ? 'auth' : 'rest'];
    if (fault) await setTimeout(delaysInMilliseconds[fault] ?? 0);
    if (fault === 'bad gateway') return 502;
    if (fault === 'reset' || fault === 'hang') return [];
    const sent: IncomingHttpHeaders = { ...headers, host: new URL(supabaseUrl).host };
    for (const name of ['apikey', 'authorization'])
      if (sent[name]) sent[name] = String(sent[name]).replace(secretKeys.second, secretKeys.first);
    return [{ url: supabaseUrl, headers: sent, losesAnswer: fault === 'lost' }];
  });
  return {
    ...backend,
    faults,
    secretKeys,
    variables: {
      // The session cookie's name contains the first label of this host.
      SUPABASE_URL: gateway.url.replace('localhost', '127.0.0.1'),
      SUPABASE_JWT_ISSUER: `${supabaseUrl}/auth/v1`,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SMTP_URL: smtpUrl,
    },
    async stop() {
      gateway.stop();
      await backend.stop();
    },
  };
}

async function startLocal(folder: string) {
  const settings = {
    ...{ port: await findFreePort(), smtpPort: await findFreePort(), siteUrl: 'http://localhost:3000' },
    dataFolder: join(folder, 'supabase'),
    environment: {
      ...withoutConfiguration(process.env),
      ...{ LOCAL_SUPABASE_BCRYPT_COST: '4', LOCAL_SUPABASE_JWT_EXPIRY: '120' },
    },
  };
  let backend = await startBackend(settings);
  const { url: supabaseUrl, publishableKey, secretKey, smtpUrl } = backend;
  const control = async (method: string, path: string) => {
    const headers = { apikey: secretKey };
    const { ok, status } = await fetch(`${supabaseUrl}/local/${path}`, { method, headers });
    if (!ok) throw new Error(`The local backend answered ${status} to ${method} ${path}.`);
  };
  return {
    addresses: { supabaseUrl, publishableKey, secretKey, smtpUrl },
    takeDatabase: () => control('PUT', 'database-outage'),
    returnDatabase: () => control('DELETE', 'database-outage'),
    async kill() {
      backend.process.signal('SIGKILL');
      await backend.process.ended;
    },
    async restart() {
      backend = await startBackend(settings);
    },
    async rotateKeys() {
      await control('POST', 'rotate-key');
      await control('POST', 'rotate-key?remove=old');
    },
    stop: () => backend.process.stop(),
  };
}

/** `WEATHER_COMMAND` with two arguments does to the project what the local backend does by itself. */
async function connectOutside(): ReturnType<typeof startLocal> {
  const addresses = await enterOutsideProject();
  const command = process.env.WEATHER_COMMAND;
  if (!addresses || !command)
    throw new Error('TEST_BACKEND=outside needs WEATHER_COMMAND: see lab/README.md.');
  const control = async (...words: string[]) => {
    const [code] = await once(spawn(command, words, { stdio: 'inherit' }), 'exit');
    if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}.`);
  };
  return {
    addresses,
    takeDatabase: () => control('database', 'stop'),
    returnDatabase: () => control('database', 'start'),
    kill: () => control('project', 'stop'),
    restart: () => control('project', 'start'),
    rotateKeys: () => control('keys', 'rotate'),
    stop: () => leaveOutsideProject(addresses),
  };
}
