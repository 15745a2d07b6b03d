import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inProject } from '../project-folder.ts';

const retryMilliseconds = 200;
const preparationLock = inProject('.local', 'prepare.lock');

export function withPreparationLock<Result>(
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  return holdLock(preparationLock, work, {
    ...(signal && { signal }),
    onWait: (holder) =>
      console.error(
        `Waiting for process ${holder} to finish installing or building (its lock is ${preparationLock}) …`,
      ),
  });
}

/**
 * Runs `work` while no other process holds the lock file. Waits while the holder is alive; takes over the lock of a killed
 * process. `onWait` is called once, with the holder's process ID.
 * @throws AbortError if `signal` aborts while waiting
 */
export async function holdLock<Result>(
  file: string,
  work: () => Promise<Result>,
  { signal, onWait }: { signal?: AbortSignal; onWait?: (holder: number) => void } = {},
): Promise<Result> {
  mkdirSync(dirname(file), { recursive: true });
  let hasWaited = false;
  while (!createLock(file)) {
    const holder = readHolder(file);
    if (holder === undefined) continue;
    if (!isAlive(holder)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!hasWaited) onWait?.(holder);
    hasWaited = true;
    await setTimeout(retryMilliseconds, undefined, { signal });
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function createLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined if the lock file no longer exists. NaN, which counts as a dead process, if it is unreadable. */
function readHolder(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || Number.NaN;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
