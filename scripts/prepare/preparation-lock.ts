import { inProject } from '../project-folder.ts';
import { holdLock } from './hold-lock.ts';

const file = inProject('.local', 'prepare.lock');

/** Installs and builds one at a time, whatever number of commands is started at once in this checkout. */
export function whileNobodyElsePrepares<Result>(
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  return holdLock(file, work, {
    ...(signal && { signal }),
    onWait: (holder) =>
      console.log(`Waiting for process ${holder} to finish installing or building (its lock is ${file}) …`),
  });
}
