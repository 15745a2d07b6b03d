import { appendFileSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { inProject } from '../project-folder.ts';
import type { CheckResult } from './check-result.ts';

/** One line of JSON per run, oldest first. Git ignores the file; lab/bench/test-times.mjs reads it. */
const file = inProject('.local', 'test-runs.jsonl');

/** @param startedAt milliseconds since 1970, after packages and browser were installed; `seconds` counts from then */
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
