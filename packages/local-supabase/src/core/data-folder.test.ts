import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from './data-folder.ts';
import { StartFailure } from './start-failure.ts';

let folder: string;
const idle: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-supabase-folder-'));
});
afterEach(() => {
  for (const child of idle.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** An idle process with this argument on its command line. */
function startIdle(argument: string): number {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 60_000)', argument]);
  idle.push(child);
  return child.pid ?? 0;
}

test('refuses a folder in use by another backend, and names its process', () => {
  const pid = startIdle('main.ts');
  writeFileSync(join(folder, 'lock.pid'), String(pid));
  expect(() => openDataFolder(folder)).toThrow(StartFailure);
  expect(() => openDataFolder(folder)).toThrow(
    `The data folder ${folder} is in use by process ${pid}. Stop that process or set LOCAL_SUPABASE_DATA to another folder.`,
  );
  expect(readFileSync(join(folder, 'lock.pid'), 'utf8')).toBe(String(pid));
});

test('refuses a folder in use by a backend inside another program', () => {
  const holder = `${startIdle('my-script.js')}\nmy-script.js`;
  writeFileSync(join(folder, 'lock.pid'), holder);
  expect(() => openDataFolder(folder)).toThrow(StartFailure);
  expect(readFileSync(join(folder, 'lock.pid'), 'utf8')).toBe(holder);
});

test.each(['999999999', String(process.pid), 'nonsense', ''])('takes over the stale lock %p', (holder) => {
  writeFileSync(join(folder, 'lock.pid'), holder);
  const opened = openDataFolder(folder);
  expect(readFileSync(join(folder, 'lock.pid'), 'utf8').split('\n')[0]).toBe(String(process.pid));
  opened.release();
  expect(existsSync(join(folder, 'lock.pid'))).toBe(false);
});

test('takes over a lock whose process ID another program has now, if the system shows command lines', () => {
  const pid = String(startIdle('something-else'));
  writeFileSync(join(folder, 'lock.pid'), pid);
  const tells = existsSync('/proc/self/cmdline');
  if (tells) openDataFolder(folder);
  else expect(() => openDataFolder(folder)).toThrow(StartFailure);
  expect(readFileSync(join(folder, 'lock.pid'), 'utf8').split('\n')[0]).toBe(
    tells ? String(process.pid) : pid,
  );
});

test('deletes only its own database folder, and only if its creation was not finished', () => {
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres/half'), 'made');
  writeFileSync(join(folder, 'diary.txt'), 'mine');
  const opened = openDataFolder(folder);
  expect(existsSync(join(folder, 'postgres/half'))).toBe(false);
  expect(readFileSync(join(folder, 'diary.txt'), 'utf8')).toBe('mine');

  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres/whole'), 'made');
  opened.markReady();
  opened.release();
  openDataFolder(folder);
  expect(existsSync(join(folder, 'postgres/whole'))).toBe(true);
});

test("creates the keys once, readable only by the folder's owner, and again if they were half written", () => {
  const file = join(folder, 'keys.json');
  const { apiKeys } = openDataFolder(folder);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(apiKeys);
  expect(apiKeys).toEqual({
    publishable: expect.stringMatching(/^sb_publishable_\S{20,}$/),
    secret: expect.stringMatching(/^sb_secret_\S{20,}$/),
  });
  expect(openDataFolder(folder).apiKeys).toEqual(apiKeys);
  writeFileSync(file, '{"publishable":"sb_pub');
  expect(openDataFolder(folder).apiKeys).not.toEqual(apiKeys);
});
