import { setTimeout } from 'node:timers/promises';

/** Longer than any wait on a busy machine. Jest's timeout ends a test, but not its loops, which would keep the run open. */
const patienceInMilliseconds = 300_000;

/**
 * Polls until a condition holds.
 * @param what the condition, as the end of a sentence: `the site is ready`
 * @throws the error of `isSo`; Error after five minutes
 */
export async function waitUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceInMilliseconds;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Five minutes were not enough until ${what}.`);
    await setTimeout(50);
  }
}
