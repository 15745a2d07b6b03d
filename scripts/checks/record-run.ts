import { appendFileSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { inProject } from '../project-folder.ts';
import type { CheckResult } from './check-result.ts';

/** Read by lab/bench/test-times.mjs. One line of JSON a run, oldest first; git ignores it. */
const file = inProject('.local', 'test-runs.jsonl');

/**
 * Keeps what a run of the tests found, for the tables of lab/bench/test-times.md.
 * @param startedAt milliseconds since 1970, taken after packages and browser were there
 * @param seconds what the run took from then on
 * @param buildSeconds what the last build took, if there was one
 */
export function recordRun(
  command: string,
  startedAt: number,
  seconds: number,
  buildSeconds: number | undefined,
  results: CheckResult[],
): void {
  const run = {
    command,
    at: new Date(startedAt).toISOString(),
    seconds,
    buildSeconds,
    processors: availableParallelism(),
    // Set by lab/bench/busy.mjs.
    busyLoops: Number(process.env.BUSY_LOOPS ?? 0),
    parts: results.map(({ output: _, ...result }) => result),
  };
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(run)}\n`);
}
