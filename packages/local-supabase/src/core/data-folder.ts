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
  /** Call it once the database is complete. The next start recreates a database without this mark. */
  markReady(): void;
  release(): void;
}

/**
 * Locks the folder for this process, creates the API keys on first use, and deletes an incomplete database (only the
 * `postgres` folder). Throws StartFailure if another process has locked the folder.
 */
export function openDataFolder(folder: string): DataFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lockFile = join(folder, 'lock.pid');
  const postgresFolder = join(folder, 'postgres');
  const readyFile = join(folder, '.ready');
  acquireLock(lockFile, folder);
  if (!existsSync(readyFile)) rmSync(postgresFolder, { recursive: true, force: true });
  return {
    postgresFolder,
    apiKeys: readOrMakeApiKeys(join(folder, 'keys.json')),
    markReady: () => writeFileSync(readyFile, ''),
    // Forced, because the folder may have been deleted while the process ran.
    release: () => rmSync(lockFile, { force: true }),
  };
}

function acquireLock(lockFile: string, folder: string): void {
  // Includes the program's name, since the process ID may belong to another program after a reboot.
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

/** Of two processes that find the same stale lock, the later one must not remove the earlier one's lock. */
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
  // After a reboot, the process ID may belong to another program. Linux shows its command line.
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
    // The process was killed while it wrote the file. New keys are created.
    return undefined;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
