import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chosenFolders } from '../../programs/find-postgres.ts';
import { needPrograms } from '../../programs/need-programs.ts';

const packages = {
  initdb: 'postgresql',
  postgres: 'postgresql',
  psql: 'postgresql-client',
  pg_isready: 'postgresql-client',
};

/** Postgres refuses to run as root. */
function findUnprivilegedUser() {
  if (process.getuid() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim(),
    );
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('No unprivileged user to run PostgreSQL as.');
}

/**
 * Starts an empty PostgreSQL in a temporary folder, reachable by a socket there. `TEST_POSTGRES` selects its version.
 * @param more further settings, like `fsync=off`; the last value of a setting wins
 * @param kept a folder to use instead, which `stop()` doesn't delete: the next start continues with its data
 */
export async function startPostgres(more = [], kept = undefined) {
  const programs = needPrograms(packages, chosenFolders());
  const user = findUnprivilegedUser();
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  mkdirSync(folder, { recursive: true });
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const isNew = !existsSync(data);
  const clear = () => {
    if (!kept) rmSync(folder, { recursive: true, force: true });
  };
  const quiet = { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  const initialise = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  if (isNew) execFileSync(programs.initdb, initialise, quiet);

  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'shared_buffers=512MB',
    'max_wal_size=4GB',
    // A commit doesn't wait for the disk, whose speed isn't measured.
    'synchronous_commit=off',
    'autovacuum=off',
    ...more,
  ];
  const server = spawn(programs.postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    clear();
  };
  while (spawnSync(programs.pg_isready, ['-q', '-h', folder]).status !== 0) {
    // Yields to the event loop, which otherwise couldn't report that the process has exited.
    await setTimeout(50);
    if (server.exitCode !== null || server.signalCode !== null) {
      clear();
      throw new Error('PostgreSQL did not start.');
    }
  }

  /** Runs a psql script in one connection. Returns its output lines, and the messages that Postgres sent to the client. */
  const runPsql = (script, { role = 'postgres', options = [] } = {}) => {
    const always = [
      '-X',
      '-q',
      '-A',
      '-t',
      '-v',
      'ON_ERROR_STOP=1',
      '-h',
      folder,
      '-d',
      'postgres',
      '-U',
      role,
    ];
    const ran = spawnSync(programs.psql, [...always, ...options], {
      input: script,
      encoding: 'utf8',
      maxBuffer: 1e9,
      // Only waiting for locks is limited: the duration of a fill is unknown.
      env: { ...process.env, PGOPTIONS: '-c lock_timeout=60s' },
    });
    if (ran.status !== 0) throw new Error(`psql failed: ${ran.stderr.slice(-2000)}`);
    return { lines: ran.stdout.split('\n').filter(Boolean), log: ran.stderr };
  };
  return { programs, folder, isNew, runPsql, stop };
}
