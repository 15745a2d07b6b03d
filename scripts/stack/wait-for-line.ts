import { setTimeout } from 'node:timers/promises';
import { PlainFailure } from '../../cli/plain-failure.ts';
import type { RunningProcess } from '../process/start-process.ts';

const pollMilliseconds = 50;

/** @throws PlainFailure with the process's output if it exits before it has printed `line`, or after the timeout */
export async function waitForLine(
  started: RunningProcess,
  line: string,
  timeoutSeconds = 120,
): Promise<void> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  while (!started.output().includes(line)) {
    if (started.hasEnded()) {
      await started.ended;
      throw new PlainFailure(started.errorOutput().trim() || `${started.name} ended before it was ready.`);
    }
    if (Date.now() > deadline) {
      throw new PlainFailure(
        `${started.output()}\n${started.name} was not ready after ${timeoutSeconds} seconds.`,
      );
    }
    await setTimeout(pollMilliseconds);
  }
}
