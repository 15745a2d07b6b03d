import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { StartFailure } from './start-failure.ts';

const ApiKeys = z.object({ publishable: z.string(), secret: z.string() });
export type ApiKeys = z.infer<typeof ApiKeys>;

interface DataFolder {
  postgresFolder: string;
  apiKeys: ApiKeys;
  /** Call it once the database is complete. Without this mark, the next start makes it again. */
  markReady(): void;
  release(): void;
}

/** The first version whose migrations a database can be brought up to date from. One of before has none in common with it. */
const oldestVersion = '1.0.0';

/**
 * Takes the folder for this process, makes the API keys on first use, and removes an incomplete database: nothing but
 * the `postgres` folder in it. Moves a database from before `oldestVersion` aside, and says so. Throws StartFailure
 * when another process has the folder.
 */
export function openDataFolder(folder: string): DataFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lockFile = join(folder, 'lock.pid');
  const postgresFolder = join(folder, 'postgres');
  const readyFile = join(folder, '.ready');
  takeLock(lockFile, folder);
  if (!existsSync(readyFile)) rmSync(postgresFolder, { recursive: true, force: true });
  else if (readFileSync(readyFile, 'utf8') !== oldestVersion) moveAside(postgresFolder, readyFile);
  return {
    postgresFolder,
    apiKeys: readOrMakeApiKeys(join(folder, 'keys.json')),
    markReady: () => writeFileSync(readyFile, oldestVersion),
    // Forced, because someone may have deleted the folder under the running process.
    release: () => rmSync(lockFile, { force: true }),
  };
}

/** Ended at any moment, it goes on from there at the next start, and never takes an older one's place. */
function moveAside(postgresFolder: string, readyFile: string): void {
  if (existsSync(postgresFolder)) {
    const name = `${postgresFolder}-before-${oldestVersion}`;
    let aside = name;
    for (let number = 2; existsSync(aside); number += 1) aside = `${name}-${number}`;
    renameSync(postgresFolder, aside);
    console.log(
      `The local database is from before version ${oldestVersion}. It was moved to ${aside}, and a new one was created.`,
    );
  }
  rmSync(readyFile);
}

function takeLock(lockFile: string, folder: string): void {
  // The name of what runs tells it from another program that gets its number after a restart of the machine.
  const own = `${process.pid}\n${basename(process.argv[1] ?? process.execPath)}`;
  const holder = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : undefined;
  if (holder !== undefined && isRunningBackend(holder)) throw inUse(folder, holder);
  if (holder !== undefined) removeStaleLock(lockFile, holder, folder);
  try {
    writeFileSync(lockFile, own, { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    throw inUse(folder, readFileSync(lockFile, 'utf8'));
  }
}

/** The later of two processes that find the same stale lock must not remove the earlier one's lock. */
function removeStaleLock(lockFile: string, holder: string, folder: string): void {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const taken = readFileSync(aside, 'utf8');
  if (taken !== holder) {
    renameSync(aside, lockFile);
    throw inUse(folder, taken);
  }
  rmSync(aside);
}

function inUse(folder: string, holder: string): StartFailure {
  const [pid] = holder.split('\n');
  return new StartFailure(
    `The data folder ${folder} is in use by process ${pid}. Stop that process or set LOCAL_SUPABASE_DATA to another folder.`,
  );
}

function isRunningBackend(holder: string): boolean {
  const [number, name = 'main.ts'] = holder.split('\n');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
  // After a restart of the machine, the number may belong to another program. Linux tells.
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes(name);
}

function readOrMakeApiKeys(file: string): ApiKeys {
  if (existsSync(file)) {
    const parsed = ApiKeys.safeParse(parseJson(readFileSync(file, 'utf8')));
    if (parsed.success) return parsed.data;
  }
  const keys = { publishable: makeKey('sb_publishable_'), secret: makeKey('sb_secret_') };
  writeFileSync(file, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
  return keys;
}

function makeKey(prefix: string): string {
  return prefix + randomBytes(24).toString('base64url');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A kill while the file was written leaves half of it. New keys are made then.
    return undefined;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
