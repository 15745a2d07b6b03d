import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../../../scripts/stack/ports';
import { chosenPostgres, findPostgres } from '../../programs/find-postgres';
import { needPrograms } from '../../programs/need-programs';

export type Postgres = {
  /** On 127.0.0.1, without a password. */
  port: number;
  url(database: string, role?: string): string;
  /** Runs a psql script in a database. Returns its output. @throws Error with psql's message */
  psql(database: string, script: string, role?: string, options?: string[]): string;
  /** Runs another PostgreSQL program, such as pg_dump, against this cluster. */
  run(program: Program, args: string[], input?: string): string;
  /** Stops it. The folder stays until `remove`. @param how `killed` requires recovery at the next start */
  stop(how?: 'fast' | 'killed'): Promise<void>;
  /** Starts it again after `stop`. */
  start(): Promise<void>;
  remove(): Promise<void>;
};

const programs = ['initdb', 'postgres', 'psql', 'pg_isready', 'pg_dump', 'pg_restore'] as const;
export type Program = (typeof programs)[number];

/** Ten times the slowest duration on a busy machine. */
const patienceInMilliseconds = 300_000;

/** Postgres refuses to run as root. */
function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid, gid };
}

/**
 * Starts a PostgreSQL on a free port, with the superuser supabase_admin and the roles of a Supabase project, until `remove()`.
 * `TEST_POSTGRES` selects its version.
 * @param version if `TEST_POSTGRES` is unset
 */
export async function startPostgres({ version }: { version?: string } = {}): Promise<Postgres> {
  const names = Object.fromEntries(programs.map((name) => [name, 'postgresql'])) as Record<Program, string>;
  const chosen = chosenPostgres() ?? version;
  const paths = needPrograms(names, chosen ? [findPostgres(chosen)] : []);
  const user = findUser();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  const dataFolder = join(folder, 'data');
  const own = (path: string) => user.uid !== undefined && chownSync(path, user.uid, user.gid ?? 0);
  mkdirSync(dataFolder, { mode: 0o700 });
  for (const path of [folder, dataFolder]) own(path);
  // The folder of the socket. During tests, no other user is on this machine's loopback interface.
  chmodSync(folder, 0o755);
  const quiet = {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  };
  const initialise = `'${paths.initdb}' -D '${dataFolder}' -X '${join(folder, 'wal')}' -U supabase_admin -A trust -E UTF8 --locale=C.UTF-8 --no-sync`;
  const port = await findFreePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=60',
    'autovacuum=off',
    'logging_collector=off',
  ];
  const serve = `exec '${paths.postgres}' -D '${dataFolder}' ${settings.map((setting) => `-c ${setting}`).join(' ')}`;
  execFileSync('sh', ['-c', initialise], quiet);
  // A file instead of a pipe: this process doesn't read a pipe while it waits for psql. Once the pipe is full, each connection that
  // logs would wait forever, regardless of its timeouts.
  const log = join(folder, 'log');
  let server: ChildProcess;
  let ended: Promise<unknown>;
  const tail = () => readFileSync(log, 'utf8').slice(-2000);
  const run: Postgres['run'] = (name, given, input) => {
    const ran = spawnSync(paths[name], ['-h', '127.0.0.1', '-p', String(port), ...given], {
      input,
      encoding: 'utf8',
      maxBuffer: 1e9,
      env: { ...process.env, PGOPTIONS: '' },
      // While psql runs, this process can't release a lock of its own connections.
      timeout: patienceInMilliseconds,
    });
    if (ran.error) throw new Error(`${name} failed: ${ran.error.message}. The server said last:\n${tail()}`);
    if (ran.status !== 0) throw new Error(`${name} failed: ${ran.stderr.slice(-3000)}`);
    return ran.stdout;
  };
  const isOver = () => server.exitCode !== null || server.signalCode !== null;
  const stop: Postgres['stop'] = async (how = 'fast') => {
    if (isOver()) return;
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };
  const remove = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async () => {
    const written = openSync(log, 'w');
    server = spawn('sh', ['-c', serve], { ...user, cwd: folder, stdio: ['ignore', 'ignore', written] });
    closeSync(written);
    ended = new Promise((done) => server.once('exit', done));
    while (spawnSync(paths.pg_isready, ['-q', '-h', '127.0.0.1', '-p', String(port)]).status !== 0) {
      // Yields to the event loop, which otherwise couldn't report that the process has exited.
      await setTimeout(50);
      if (!isOver()) continue;
      const said = tail();
      await remove();
      throw new Error(`PostgreSQL did not start: ${said}`);
    }
  };
  await start();
  return {
    port,
    url: (database, role = 'postgres') =>
      `postgresql://${role}@127.0.0.1:${port}/${database}?sslmode=disable`,
    psql: (database, text, role = 'postgres', options = []) =>
      run(
        'psql',
        ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-U', role, '-d', database, ...options],
        text,
      ),
    run,
    stop,
    start,
    remove,
  };
}
