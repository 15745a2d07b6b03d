import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { deleteAbandonedSignUps } from '../auth/account/pending-deletions.ts';
import { logError, messageOf } from '../log/log.ts';
import { callFunction } from '../supabase/call-function.ts';

const hourInMilliseconds = 60 * 60_000;
/** Until all servers of a new version have started. */
const firstInMilliseconds = 10 * 60_000;
/** Between calls, so that requests don't wait for the database. */
const pauseInMilliseconds = 1000;
const mostCalls = 100;

/** Once an hour across all processes. @param cleansUp false if the team schedules it itself, which can't delete users at Auth. */
export function cleanUpEveryHour(cleansUp: boolean): void {
  const forget = async () => {
    if (!cleansUp || (await cleanUp())) await deleteAbandonedSignUps();
  };
  setTimeout(() => {
    void forget();
    setInterval(() => void forget(), hourInMilliseconds).unref();
  }, firstInMilliseconds).unref();
}

/** Deletes up to a hundred batches; the rest waits an hour. Never throws. @returns whether this process did this hour's cleanup. */
export async function cleanUp(): Promise<boolean> {
  try {
    const first = await cleanUpBatch(hourInMilliseconds / 1000);
    let isMore = first?.more ?? false;
    for (let calls = 1; isMore && calls < mostCalls; calls++) {
      await wait(pauseInMilliseconds, undefined, { ref: false });
      isMore = (await cleanUpBatch(0))?.more ?? false;
    }
    return first !== null;
  } catch (error) {
    logError('database.not_cleaned', `Old rows could not be deleted: ${messageOf(error)}`);
    return false;
  }
}

/** @returns whether more is left; null if another process is cleaning up, or did so within this time. */
async function cleanUpBatch(unlessWithinSeconds: number): Promise<{ more: boolean } | null> {
  const forgotten = await callFunction('clean_up', { p_unless_within_seconds: unlessWithinSeconds });
  if (!forgotten.ok) throw new Error(forgotten.code);
  return forgotten.rows as { more: boolean } | null;
}
