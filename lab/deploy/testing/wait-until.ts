import { setTimeout } from 'node:timers/promises';

/** Longer than anything here takes on a busy machine. Jest's limit ends a test, but no loop: that would keep the run open for ever. */
const patienceInMilliseconds = 300_000;

/**
 * Asks until this is so.
 * @param what it is, as the end of a sentence: `the site is ready`
 * @throws what `isSo` throws; Error after five minutes
 */
export async function waitUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceInMilliseconds;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Five minutes were not enough until ${what}.`);
    await setTimeout(50);
  }
}
