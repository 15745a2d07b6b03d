import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds. A busy machine starts one in a minute; only what hangs takes so long. */
export const longestAnswer = 240_000;

/** The start was refused: the message says with which words. */
export class StartRefused extends Error {
  constructor(output: string) {
    super(`The local Supabase did not start: ${output}`);
  }
}

/** Temporary files of the tests in this process of Jest. */
export function runFolder(): string {
  const place = process.env.LOCAL_SUPABASE_TESTS;
  if (!place) throw new Error('Only tests that Jest runs have a local Supabase of this kind.');
  return join(place, process.env.JEST_WORKER_ID ?? '1');
}

export function hostLog(folder: string): string {
  return join(folder, 'host.log');
}

/**
 * Asks the process that hosts the local Supabases of this one's tests, see host.ts. Throws StartRefused with its reason, or
 * with all that it has printed when it is gone or hangs.
 */
export async function askHost<Answer>(what: string, given: unknown): Promise<Answer> {
  const addresses = process.env.LOCAL_SUPABASE_HOSTS?.split(' ') ?? [];
  const address = addresses[Number(process.env.JEST_WORKER_ID ?? '1') - 1];
  const answer = await fetch(`${address}/${what}`, {
    method: 'POST',
    body: JSON.stringify(given),
    signal: AbortSignal.timeout(longestAnswer),
  }).catch((error) => {
    throw new StartRefused(`${error}\n${readFileSync(hostLog(runFolder()), 'utf8')}`);
  });
  const body = await answer.json();
  if (!answer.ok) throw new StartRefused(String(body));
  return body as Answer;
}
