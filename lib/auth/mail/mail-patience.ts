import { mailWaitInMilliseconds } from '../../supabase/fetch.ts';

/** Limits how long someone waits to hear that Auth has sent a mail. `end` it early, so that no timer outlives its answer. */
export function mailPatience(): { over: Promise<null>; end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((passed) => {
    timer = setTimeout(() => passed(null), mailWaitInMilliseconds);
  });
  return { over, end: () => clearTimeout(timer) };
}
