import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
  signUpAndConfirm,
} from './testing/sign-in.ts';
import { type LocalSupabase, spawnBackend, startLocalSupabase } from './testing/start-local-supabase.ts';

jest.setTimeout(120_000);

let folder: string;
const running: LocalSupabase[] = [];
/** A folder that was started once, because making a database takes seconds. Tests work on copies. */
let startedBefore: string;
beforeAll(async () => {
  startedBefore = mkdtempSync(join(tmpdir(), 'local-supabase-started-'));
  await (await startLocalSupabase({ dataFolder: startedBefore })).stop();
});
afterAll(() => rmSync(startedBefore, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-supabase-lifecycle-'));
  cpSync(startedBefore, join(folder, 'data'), { recursive: true });
});
afterEach(async () => {
  for (const backend of running.splice(0)) await backend.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}, extraMigrations: Record<string, string> = {}) {
  const backend = await startLocalSupabase({ dataFolder: join(folder, 'data'), env, extraMigrations });
  running.push(backend);
  return backend;
}

const portOf = (backend: LocalSupabase) => ({ LOCAL_SUPABASE_PORT: new URL(backend.url).port });

/** Resolves with what a process printed and its exit code; for starts that are refused. */
async function startRefused(env: Record<string, string>) {
  const { log, exited } = spawnBackend({ LOCAL_SUPABASE_PORT: '0', LOCAL_SMTP_PORT: '0', ...env });
  const code = await exited;
  return { code, lines: log().trim().split('\n') };
}

test('sessions, mails and keys outlive a clean restart, the keys for the owner of the folder only', async () => {
  const first = await start();
  const { email, session } = await signUpAndConfirm(first);
  const port = portOf(first);
  expect(await first.stop()).toBe(0);
  expect(existsSync(join(folder, 'data/lock.pid'))).toBe(false);

  const file = join(folder, 'data/keys.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    publishable: expect.stringMatching(/^sb_publishable_\S{20,}$/),
    secret: expect.stringMatching(/^sb_secret_\S{20,}$/),
  });

  const second = await start(port);
  expect([second.publishableKey, second.secretKey]).toEqual([first.publishableKey, first.secretKey]);
  expect((await connectClient(second).auth.getUser(session.access_token)).data.user?.email).toBe(email);
  expect((await postRefresh(second, session.refresh_token)).status).toBe(200);
  expect((await second.newestMailTo(email)).code).not.toBeNull();
});

test('a token of another issuer or past its time is refused although the key is the same', async () => {
  const first = await start();
  const { email, session } = await signUpAndConfirm(first);
  await first.stop();
  const second = await start({ LOCAL_SUPABASE_JWT_EXPIRY: '0' });
  const rest = (token: string) =>
    fetch(`${second.url}/rest/v1/nothing`, {
      headers: { apikey: second.publishableKey, authorization: `Bearer ${token}` },
    });
  const foreign = await rest(session.access_token);
  expect([foreign.status, await foreign.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'PGRST301' }),
  ]);

  const signIn = await postAuth(second, '/token?grant_type=password', { email, password: firstPassword });
  const late = await rest(((await signIn.json()) as { access_token: string }).access_token);
  expect([late.status, await late.json()]).toEqual([401, expect.objectContaining({ code: 'PGRST303' })]);
});

test('nothing is lost that was acknowledged before a kill -9 during writes', async () => {
  const first = await start();
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  const writers = Array.from({ length: 8 }, async () => {
    for (;;) {
      const email = makeEmail('killed');
      const { error } = await connectClient(first).auth.signUp({ email, password: firstPassword });
      if (error) return;
      acknowledged.push(email);
      if (acknowledged.length === 12) enough.resolve();
    }
  });
  await enough.promise;
  await first.kill();
  await Promise.all(writers);

  const second = await start();
  for (const email of acknowledged) expect((await second.newestMailTo(email)).code).not.toBeNull();
  const { email } = await signUpAndConfirm(second);
  expect(email).toBeTruthy();
});

test('a kill -9 while the database is made leaves a folder that opens', async () => {
  const data = join(folder, 'data');
  rmSync(data, { recursive: true });
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
  await signUpAndConfirm(await start());
});

test('only our own database folder is ever wiped', async () => {
  const data = join(folder, 'data');
  rmSync(data, { recursive: true });
  mkdirSync(join(data, 'postgres'), { recursive: true });
  writeFileSync(join(data, 'postgres/half'), 'made');
  writeFileSync(join(data, 'diary.txt'), 'mine');
  await start();
  expect(existsSync(join(data, 'postgres/half'))).toBe(false);
  expect(readFileSync(join(data, 'diary.txt'), 'utf8')).toBe('mine');
});

test('a second process on the same folder is refused by name and the first goes on', async () => {
  const first = await start();
  const second = await startRefused({ LOCAL_SUPABASE_DATA: first.dataFolder });
  expect(second.code).toBe(1);
  expect(second.lines.at(-1)).toBe(
    `The data folder ${first.dataFolder} is in use by process ${first.process.pid}. Stop that process or set LOCAL_SUPABASE_DATA to another folder.`,
  );
  await signUpAndConfirm(first);
});

test.each(['999999999', String(process.pid), 'nonsense', ''])(
  'the stale lock %p is taken over',
  async (holder) => {
    writeFileSync(join(folder, 'data/lock.pid'), holder);
    const backend = await start();
    expect(readFileSync(join(folder, 'data/lock.pid'), 'utf8')).toBe(String(backend.process.pid));
  },
);

test.each(['LOCAL_SUPABASE_PORT', 'LOCAL_SMTP_PORT'])('a taken port is named beside %s', async (variable) => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const data = join(folder, 'data');
  const refused = await startRefused({ LOCAL_SUPABASE_DATA: data, [variable]: port });
  server.close();
  expect(refused.code).toBe(1);
  expect(refused.lines.at(-1)).toMatch(new RegExp(`^Port ${port} .*${variable}`));
  expect(existsSync(join(data, 'lock.pid'))).toBe(false);
});

test('it does not start in production unless it is told to', async () => {
  const refused = await startRefused({ NODE_ENV: 'production', LOCAL_SUPABASE_DATA: join(folder, 'data') });
  expect([refused.code, refused.lines.length]).toEqual([1, 1]);
  expect(refused.lines[0]).toContain('LOCAL_SUPABASE_ALLOW=1');
  await start({ NODE_ENV: 'production', LOCAL_SUPABASE_ALLOW: '1' });
});

test('it ends when the process that started it is gone', async () => {
  const backend = await start();
  const exited = new Promise((done) => backend.process.once('exit', done));
  backend.process.disconnect();
  expect(await exited).toBe(0);
  expect(existsSync(join(folder, 'data/lock.pid'))).toBe(false);
});

test('a bad setting is refused in one line', async () => {
  const refused = await startRefused({
    LOCAL_SUPABASE_PORT: 'http',
    LOCAL_SUPABASE_DATA: join(folder, 'data'),
  });
  expect([refused.code, refused.lines.length]).toEqual([1, 1]);
  expect(refused.lines[0]).toContain('LOCAL_SUPABASE_PORT');
});

test('a migration that fails is named, changes nothing and runs again once it is repaired', async () => {
  const name = '20990101000000_broken.sql';
  const broken = { [name]: 'create table public.half (id int); select * from nowhere;' };
  await expect(start({}, broken)).rejects.toThrow(`Migration ${name} failed`);
  const repaired = await start({}, { [name]: 'create table public.half (id int);' });
  const { error } = await connectClient(repaired, repaired.secretKey).from('half').select('id');
  expect(error).toBeNull();
});

test('without the first migration everything new in public is open, as on a hosted project', async () => {
  rmSync(join(folder, 'data'), { recursive: true });
  const own = join(folder, 'migrations');
  mkdirSync(own);
  writeFileSync(
    join(own, '20990101000000_open.sql'),
    'create table public.open (id int); create function public.open_function() returns int language sql as $$ select 1 $$;',
  );
  const backend = await start({ LOCAL_SUPABASE_MIGRATIONS: own });
  const visitor = connectClient(backend);
  expect((await visitor.from('open').select('id')).data).toEqual([]);
  expect((await visitor.rpc('open_function')).data).toBe(1);
});
