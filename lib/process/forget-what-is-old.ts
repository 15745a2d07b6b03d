import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { deleteAbandonedSignUps } from '../auth/account/abandoned-sign-ups.ts';
import { logError } from '../log/log.ts';
import { callFunction } from '../supabase/call-function.ts';

const hourInMilliseconds = 60 * 60_000;
/** Waits until a new version's servers have all started. */
const firstInMilliseconds = 10 * 60_000;
/** Pauses between calls, so that requests don't wait for the database. */
const pauseInMilliseconds = 1000;
const mostCalls = 100;

/**
 * Deletes what is old once an hour over all processes, without holding up requests or the end.
 * @param cleansUp false where the team has the database clean up by itself, which can't ask Auth to delete users.
 */
export function forgetEveryHour(cleansUp: boolean): void {
  const forget = async () => {
    if (!cleansUp || (await forgetWhatIsOld())) await deleteAbandonedSignUps();
  };
  setTimeout(() => {
    void forget();
    setInterval(() => void forget(), hourInMilliseconds).unref();
  }, firstInMilliseconds).unref();
}

/**
 * Continues while there is more, up to a hundred calls; the rest is for the next hour. Never throws.
 * @returns whether it was this process's turn.
 */
export async function forgetWhatIsOld(): Promise<boolean> {
  try {
    const first = await forgetSome(hourInMilliseconds / 1000);
    let isMore = first?.more ?? false;
    for (let calls = 1; isMore && calls < mostCalls; calls++) {
      await wait(pauseInMilliseconds, undefined, { ref: false });
      isMore = (await forgetSome(0))?.more ?? false;
    }
    return first !== null;
  } catch (error) {
    logError(
      'database.not_cleaned',
      `What is old could not be forgotten: ${error instanceof Error ? error.message : 'unknown'}`,
    );
    return false;
  }
}

/** @returns whether there is more; null where another process is at it, or was within so many seconds. */
async function forgetSome(unlessWithinSeconds: number): Promise<{ more: boolean } | null> {
  const forgotten = await callFunction('clean_up', {
    p_unless_within_seconds: unlessWithinSeconds,
  });
  if (!forgotten.ok) throw new Error(forgotten.code);
  return forgotten.rows as { more: boolean } | null;
}
