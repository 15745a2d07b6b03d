import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectClient,
  firstPassword,
  makeEmail,
  postAuth,
  postRefresh,
  signUpAtAuth,
} from '../testing/sign-in.ts';
import { fillFromTemplate, spawnBackend, spawnLocalSupabase } from '../testing/spawn-local-supabase.ts';
import type { LocalSupabase } from '../testing/start-local-supabase.ts';

// Tests of whole processes. A start takes over a second, so its parts have tests too: data-folder.test.ts, settings.test.ts.

let folder: string;
let data: string;
const running: LocalSupabase[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-supabase-lifecycle-'));
  data = join(folder, 'data');
});
afterEach(async () => {
  for (const backend of running.splice(0)) await backend.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}, extraMigrations: Record<string, string> = {}) {
  const backend = await spawnLocalSupabase({ dataFolder: data, env, extraMigrations });
  running.push(backend);
  return backend;
}

const portOf = (backend: LocalSupabase) => ({ LOCAL_SUPABASE_PORT: new URL(backend.url).port });

/** Resolves with the output and exit code of a process whose start fails. */
async function startRefused(env: Record<string, string>) {
  const { log, exited } = spawnBackend({
    LOCAL_SUPABASE_PORT: '0',
    LOCAL_SMTP_PORT: '0',
    LOCAL_SUPABASE_DATA: data,
    ...env,
  });
  const code = await exited;
  return { code, lines: log().trim().split('\n') };
}

test('a folder serves one process at a time, and keeps sessions, emails and keys for the next one', async () => {
  await fillFromTemplate(data);
  const first = await start();
  const { email, session } = await signUpAtAuth(first);
  const refused = await startRefused({});
  expect([refused.code, refused.lines.at(-1)]).toEqual([
    1,
    expect.stringContaining(`is in use by process ${first.process.pid}.`),
  ]);
  expect((await connectClient(first).auth.getUser(session.access_token)).error).toBeNull();
  expect(await first.stop()).toBe(0);
  expect(existsSync(join(data, 'lock.pid'))).toBe(false);

  const second = await start(portOf(first));
  expect([second.publishableKey, second.secretKey]).toEqual([first.publishableKey, first.secretKey]);
  expect((await connectClient(second).auth.getUser(session.access_token)).data.user?.email).toBe(email);
  expect((await postRefresh(second, session.refresh_token)).status).toBe(200);
  expect((await second.newestMailTo(email)).code).not.toBeNull();

  const exited = new Promise((done) => second.process.once('exit', done));
  // The same as when the parent process ends.
  second.process.disconnect();
  expect(await exited).toBe(0);
  expect(existsSync(join(data, 'lock.pid'))).toBe(false);
});

test('a kill -9 during writes loses nothing that was acknowledged; a token of another issuer or past its time is refused', async () => {
  await fillFromTemplate(data);
  const first = await start();
  const { email, session } = await signUpAtAuth(first);
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  const writers = Array.from({ length: 8 }, async () => {
    for (;;) {
      const written = makeEmail('killed');
      const { error } = await connectClient(first).auth.signUp({ email: written, password: firstPassword });
      if (error) return;
      acknowledged.push(written);
      if (acknowledged.length === 12) enough.resolve();
    }
  });
  await enough.promise;
  await first.kill();
  await Promise.all(writers);

  const second = await start({ LOCAL_SUPABASE_JWT_EXPIRY: '0' });
  for (const address of acknowledged) expect((await second.newestMailTo(address)).code).not.toBeNull();
  const askAuth = async (token: string) => {
    const answer = await fetch(`${second.url}/auth/v1/user`, {
      headers: { apikey: second.publishableKey, authorization: `Bearer ${token}` },
    });
    return [answer.status, answer.headers.get('x-sb-error-code')];
  };
  // The key is the same, but the port differs, and so does the issuer.
  expect(await askAuth(session.access_token)).toEqual([403, 'bad_jwt']);
  const signIn = await postAuth(second, '/token?grant_type=password', { email, password: firstPassword });
  const { access_token } = (await signIn.json()) as { access_token: string };
  expect(await askAuth(access_token)).toEqual([403, 'bad_jwt']);
});

test('a kill -9 while the database is created leaves a usable folder; new objects in public are granted, as on a hosted project', async () => {
  mkdirSync(data);
  const changes = watch(data);
  const { child, ended } = spawnBackend({
    LOCAL_SUPABASE_PORT: '0',
    LOCAL_SMTP_PORT: '0',
    LOCAL_SUPABASE_DATA: data,
  });
  for await (const change of changes) if (change.filename === 'postgres') break;
  child.kill('SIGKILL');
  await ended;
  expect(existsSync(join(data, 'lock.pid'))).toBe(true);

  const own = join(folder, 'migrations');
  mkdirSync(own);
  writeFileSync(
    join(own, '20990101000000_open.sql'),
    'create table public.open (id int); create function public.open_function() returns int language sql as $$ select 1 $$;',
  );
  const backend = await start({ LOCAL_SUPABASE_MIGRATIONS: own });
  const visitor = connectClient(backend, backend.publishableKey, 'public');
  expect((await visitor.from('open').select('id')).data).toEqual([]);
  expect((await visitor.rpc('open_function')).data).toBe(1);
});

test.each(['LOCAL_SUPABASE_PORT', 'LOCAL_SMTP_PORT'])('a taken port is named beside %s', async (variable) => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const refused = await startRefused({ [variable]: port });
  server.close();
  expect(refused.code).toBe(1);
  expect(refused.lines.at(-1)).toMatch(new RegExp(`^Port ${port} .*${variable}`));
  expect(existsSync(join(data, 'lock.pid'))).toBe(false);
});

test('a migration that fails is named, changes nothing and runs again once it is repaired', async () => {
  await fillFromTemplate(data);
  const name = '20990101000000_broken.sql';
  const broken = { [name]: 'create table public.half (id int); select * from nowhere;' };
  await expect(start({}, broken)).rejects.toThrow(`Migration ${name} failed`);
  const repaired = await start({}, { [name]: 'create table public.half (id int);' });
  const { error } = await connectClient(repaired, repaired.secretKey, 'public').from('half').select('id');
  expect(error).toBeNull();
});
