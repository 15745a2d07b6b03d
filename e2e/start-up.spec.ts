import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { type RunningProcess, startProcess } from '../scripts/process/start-process.ts';
import { inProject } from '../scripts/project-folder.ts';
import { withoutConfiguration } from '../scripts/stack/configuration.ts';
import { findFreePort } from '../scripts/stack/ports.ts';
import { buildFolder } from './fixtures/app-under-test.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { expect, test } from './fixtures/test.ts';

const required = (problem: string) =>
  `The backend address and public key are required. ${problem}. Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY in the environment or in .env.local.`;

test('the app refuses to start without settings, in one line', async () => {
  const app = startProcess({
    name: 'The app',
    nodeArguments: [
      inProject('node_modules/next/dist/bin/next'),
      'start',
      '-p',
      String(await findFreePort()),
    ],
    environment: {
      ...withoutConfiguration(process.env),
      NODE_ENV: 'production',
      NEXT_DIST_DIR: buildFolder,
      NEXT_TELEMETRY_DISABLED: '1',
    },
  });
  expect(await endOf(app)).toEqual({ code: 1, signal: null });
  expect(app.errorOutput().trim().split('\n')).toEqual([
    required('SUPABASE_URL is missing, SUPABASE_PUBLISHABLE_KEY is missing, SUPABASE_SECRET_KEY is missing'),
  ]);
  expect(app.output()).not.toContain('sb_secret_');
});

test('`npm start` refuses a partial configuration before it builds, instead of using the embedded backend', async () => {
  const dataFolder = inProject('.local', `never-made-${crypto.randomUUID()}`);
  for (const [variables, problem] of [
    [
      { SUPABASE_URL: 'http://127.0.0.1:9' },
      'SUPABASE_PUBLISHABLE_KEY is missing, SUPABASE_SECRET_KEY is missing',
    ],
    [
      { SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_only' },
      'SUPABASE_URL is missing, SUPABASE_PUBLISHABLE_KEY is missing',
    ],
  ] as const) {
    const start = startProcess({
      name: 'npm start',
      nodeArguments: [inProject('scripts/run.mjs'), 'start'],
      environment: {
        ...withoutConfiguration(process.env),
        PORT: String(await findFreePort()),
        LOCAL_SUPABASE_DATA: dataFolder,
        ...variables,
      },
    });
    expect(await endOf(start)).toEqual({ code: 1, signal: null });
    expect(start.errorOutput().trim()).toBe(required(problem));
    expect(start.output()).not.toContain('Building');
    expect(start.output()).not.toContain('sb_secret_');
    expect(existsSync(dataFolder)).toBe(false);
    await rm(dataFolder, { recursive: true, force: true });
  }
});

/** How the process ended. The test's timeout stops a process that keeps running. */
async function endOf(process: RunningProcess) {
  try {
    return await process.ended;
  } finally {
    await process.stop();
  }
}

test('a project whose tokens have another issuer answers the right password with a code, and is not ready', async ({
  startSite,
  account,
}) => {
  const app = await startSite({ SUPABASE_JWT_ISSUER: 'https://elsewhere.example/auth/v1' });
  const visitor = openHttpClient(app.siteUrl);
  const answer = await visitor.signIn(account);
  expect(answer.text).toContain('use its sign-in service');
  expect([...visitor.cookies.keys()].filter((name) => /^sb-/.test(name))).toEqual([]);
  const ready = await visitor.get('/api/ready');
  expect([ready.status, ready.text]).toEqual([503, '{"status":"waiting","for":["issuer"]}']);
  expect(app.process.output()).toContain('https://elsewhere.example/auth/v1 is expected');
});

test('with the local backend the app answers only this machine, by all of its names', async ({
  addresses,
}) => {
  const { port } = new URL(addresses.siteUrl);
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  for (const host of others)
    await expect(fetch(`http://${host}:${port}/api/health`)).rejects.toThrow('fetch failed');
  for (const host of ['localhost', '127.0.0.1'])
    expect((await fetch(`http://${host}:${port}/api/health`)).status).toBe(200);
  // An attacker's host name can resolve to this machine.
  const visitor = openHttpClient(addresses.siteUrl);
  expect((await visitor.get('/api/health', { host: `evil.example:${port}` })).status).toBe(403);
  expect((await visitor.get('/sign-in', { host: `localhost.evil.example:${port}` })).status).toBe(403);
});
