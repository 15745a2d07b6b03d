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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../../../scripts/stack/ports';
import { chosenPostgres, findPostgres } from '../../programs/find-postgres';
import { needPrograms } from '../../programs/need-programs';

export type Postgres = {
  /** On 127.0.0.1, where nobody is asked for a password. */
  port: number;
  /** The data of the cluster: a folder of the person who runs it. */
  dataFolder: string;
  url(database: string, role?: string): string;
  /** Runs a psql script in one database. Returns what it printed; throws with what it said when it fails. */
  psql(database: string, script: string, role?: string, options?: string[]): string;
  /** Runs another of its programs, like pg_dump, against this cluster. */
  run(program: Program, args: string[], input?: string): string;
  /** Ends it. The folder stays until the last of `remove`. @param how `killed` leaves its data to recovery */
  stop(how?: 'fast' | 'killed'): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  remove(): Promise<void>;
};

type Options = {
  /** Bytes that its tables may take: a disk of its own, in memory. Its log is elsewhere, as on a server with two disks. */
  diskBytes?: number;
  /** Starts from this data folder instead of an empty cluster, as a replica that never finds its primary. */
  recoverFrom?: string;
  /** Its version, if `TEST_POSTGRES` chooses none. */
  version?: string;
};

const programs = ['initdb', 'postgres', 'psql', 'pg_isready', 'pg_dump', 'pg_restore'] as const;
export type Program = (typeof programs)[number];

/** Ten times what the slowest takes on a busy machine. */
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
 * Starts a PostgreSQL of its own, on a free port, with the superuser supabase_admin and the roles of a Supabase project. It
 * ends with `remove()`. `TEST_POSTGRES` chooses its version.
 */
export async function startPostgres({ diskBytes, recoverFrom, version }: Options = {}): Promise<Postgres> {
  const names = Object.fromEntries(programs.map((name) => [name, 'postgresql'])) as Record<Program, string>;
  const chosen = chosenPostgres() ?? version;
  const paths = {
    ...needPrograms(names, chosen ? [findPostgres(chosen)] : []),
    bwrap: diskBytes ? needPrograms({ bwrap: 'bubblewrap' }).bwrap : '',
  };
  const user = findUser();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  const dataFolder = join(folder, 'data');
  const own = (path: string) => user.uid !== undefined && chownSync(path, user.uid, user.gid ?? 0);
  mkdirSync(dataFolder, { mode: 0o700 });
  for (const path of [folder, dataFolder]) own(path);
  // Everyone may look for the socket; nobody else is on this machine's loopback in a test.
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
  if (recoverFrom) {
    execFileSync('cp', ['-a', `${recoverFrom}/.`, dataFolder]);
    // The log of the copy must not be the log of the original.
    rmSync(join(dataFolder, 'pg_wal'), { recursive: true });
    execFileSync('cp', ['-a', join(recoverFrom, '../wal'), join(dataFolder, 'pg_wal')]);
    rmSync(join(dataFolder, 'postmaster.pid'), { force: true });
    writeFileSync(join(dataFolder, 'standby.signal'), '');
    own(join(dataFolder, 'standby.signal'));
  } else if (!diskBytes) execFileSync('sh', ['-c', initialise], quiet);
  const ownDisk = diskBytes
    ? [
        paths.bwrap,
        '--dev-bind',
        '/',
        '/',
        '--die-with-parent',
        '--size',
        String(diskBytes),
        '--perms',
        '0700',
        '--tmpfs',
        dataFolder,
      ]
    : [];
  const script = diskBytes ? `${initialise} > /dev/null && ${serve}` : serve;
  const [program = 'sh', ...args] = [...ownDisk, 'sh', '-c', script];
  // A file, and no pipe: nobody reads a pipe while this process waits for psql, and once it is full each connection that has
  // something to log waits for ever, whatever its time limit says.
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
      // A lock that a connection of this very process holds is never given back meanwhile.
      timeout: patienceInMilliseconds,
    });
    if (ran.error) throw new Error(`${name} failed: ${ran.error.message}. The server said last:\n${tail()}`);
    if (ran.status !== 0) throw new Error(`${name} failed: ${ran.stderr.slice(-3000)}`);
    return ran.stdout;
  };
  const isOver = () => server.exitCode !== null || server.signalCode !== null;
  const stop: Postgres['stop'] = async (how = 'fast') => {
    if (isOver()) return;
    // Behind bwrap it is not our child: its own file says who it is.
    server.kill(diskBytes ? 'SIGKILL' : how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };
  const remove = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async () => {
    const written = openSync(log, 'w');
    server = spawn(program, args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', written] });
    closeSync(written);
    ended = new Promise((done) => server.once('exit', done));
    while (spawnSync(paths.pg_isready, ['-q', '-h', '127.0.0.1', '-p', String(port)]).status !== 0) {
      // While nothing is awaited, nobody hears that it has ended.
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
    dataFolder,
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
