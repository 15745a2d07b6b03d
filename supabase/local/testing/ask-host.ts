import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds. A busy machine starts one in ten seconds; only what hangs takes so long. */
export const longestAnswer = 240_000;

/** The start was refused: `output` is what was printed. */
export class StartRefused extends Error {
  readonly output: string;

  constructor(output: string) {
    super(`The local Supabase did not start: ${output}`);
    this.output = output;
  }
}

/** The folder of this run of the unit tests. */
export function runFolder(): string {
  const folder = process.env.LOCAL_SUPABASE_TESTS;
  if (!folder) throw new Error('Only tests that Jest runs have a local Supabase of this kind.');
  return folder;
}

/** Where the process of the local Supabases prints to. */
export function hostLog(): string {
  return join(runFolder(), 'host.log');
}

/**
 * Asks the process that hosts the local Supabases of this run, see host.ts. Throws StartRefused with its reason, or with all
 * that it has printed when it is gone or hangs.
 */
export async function askHost<Answer>(what: string, given: unknown): Promise<Answer> {
  const answer = await fetch(`${process.env.LOCAL_SUPABASE_HOST}/${what}`, {
    method: 'POST',
    body: JSON.stringify(given),
    signal: AbortSignal.timeout(longestAnswer),
  }).catch((error) => {
    throw new StartRefused(`${error}\n${readFileSync(hostLog(), 'utf8')}`);
  });
  const body = await answer.json();
  if (!answer.ok) throw new StartRefused(String(body));
  return body as Answer;
}
