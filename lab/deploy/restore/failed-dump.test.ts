import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../testing/wait-until';

// Anyone who looks for last night's dump finds a whole one or none. The programs are stand-ins: a disk that is full at half of a
// dump can't be had of the real ones each time.

let folder: string;
let dump: string;
let worker: number | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-failed-dump-'));
  dump = join(folder, 'dump');
  program('psql', 'echo "a-hash|20261122170000"');
  program('pg_dump', 'printf whole > "$file"');
});
afterEach(() => {
  if (worker && isAlive(worker)) process.kill(worker, 'SIGKILL');
  worker = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** @param script has the file that it was told to write in $file, and its folder in $folder */
function program(name: string, script: string): void {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  const findFile = 'for given; do [ "$before" != --file ] || file=$given; before=$given; done';
  writeFileSync(
    join(programs, name),
    `#!/bin/sh\nset -eu\nfile= before=\n${findFile}\nfolder='${folder}'\n${script}\n`,
  );
  chmodSync(join(programs, name), 0o755);
}

const command = () => ['deploy/restore/dump.sh', 'postgresql://nobody@nowhere.invalid/none', dump];
const environment = () => ({ ...process.env, PATH: `${join(folder, 'programs')}:${process.env.PATH}` });

function run() {
  const { status, stdout, stderr } = spawnSync('sh', command(), { encoding: 'utf8', env: environment() });
  return { code: status, output: `${stdout}${stderr}` };
}

/** Once it writes, which it does until it is ended. */
async function startEndless() {
  program('pg_dump', 'printf half > "$file"; echo $$ > "$folder/at-work"; exec sleep 600');
  const child = spawn('sh', command(), { env: environment(), stdio: 'ignore' });
  const ended = once(child, 'exit');
  await waitUntil(
    'half of the dump is written',
    () => existsSync(join(folder, 'at-work')) && readFileSync(join(folder, 'at-work'), 'utf8') !== '',
  );
  worker = Number(readFileSync(join(folder, 'at-work'), 'utf8'));
  return { child, ended, worker };
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

test('a whole dump is two files and nothing else', () => {
  expect(run()).toEqual({ code: 0, output: `Dumped schema 20261122170000 to ${dump}.\n` });
  expect(readdirSync(dump).toSorted()).toEqual(['data', 'schema']);
  expect(readFileSync(join(dump, 'data'), 'utf8')).toBe('whole');
});

test.each([
  ['pg_dump', 'printf half > "$file"; echo "no space left" >&2; exit 1'],
  ['psql', 'echo "a-ha"; echo "no connection" >&2; exit 2'],
])('where %s fails midway nothing is left behind', (name, script) => {
  program(name, script);
  const { code, output } = run();
  expect(code).not.toBe(0);
  expect(output).not.toContain('Dumped');
  expect(existsSync(dump)).toBe(false);
});

test('a folder that is there is refused, with all that is in it', () => {
  mkdirSync(dump);
  for (const name of ['data', 'schema']) writeFileSync(join(dump, name), 'of last night');
  program('pg_dump', 'exit 1');
  expect(run().code).not.toBe(0);
  expect(readdirSync(dump).toSorted()).toEqual(['data', 'schema']);
  expect(readFileSync(join(dump, 'data'), 'utf8')).toBe('of last night');
});

test('what somebody else put there meanwhile stays', () => {
  program('pg_dump', 'printf half > "$file"; echo mine > "$folder/dump/notes"; exit 1');
  expect(run()).toEqual({ code: 1, output: expect.stringContaining('contains other files') });
  expect(readdirSync(dump)).toEqual(['notes']);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('%s ends it and pg_dump, and nothing is left behind', async (signal, code) => {
  const { child, ended, worker: dumping } = await startEndless();
  child.kill(signal);
  expect(await ended).toEqual([code, null]);
  expect(isAlive(dumping)).toBe(false);
  expect(existsSync(dump)).toBe(false);
});

test('what is not whole has not the name of what is, also where the machine stops', async () => {
  const { child, ended, worker: dumping } = await startEndless();
  child.kill('SIGKILL');
  process.kill(dumping, 'SIGKILL');
  await ended;
  expect(readdirSync(dump).toSorted()).toEqual(['data.partial', 'schema.partial']);
});
