import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds. A busy machine needs up to a minute to start one, so only a hung start reaches this. */
export const longestAnswer = 240_000;

/** The start failed. The message contains its output. */
export class StartRefused extends Error {
  constructor(output: string) {
    super(`The local Supabase did not start: ${output}`);
  }
}

/** Temporary files of this Jest worker's tests. */
export function runFolder(): string {
  const place = process.env.LOCAL_SUPABASE_TESTS;
  if (!place) throw new Error('Only tests that Jest runs have a local Supabase of this kind.');
  return join(place, process.env.JEST_WORKER_ID ?? '1');
}

export function hostLog(folder: string): string {
  return join(folder, 'host.log');
}

/**
 * Calls the process that hosts this worker's local Supabases (host.ts). Throws StartRefused with the reason, or with the
 * process's output if it has ended or hangs.
 */
export async function callHost<Answer>(what: string, given: unknown): Promise<Answer> {
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
