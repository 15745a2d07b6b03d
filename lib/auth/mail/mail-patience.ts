import { mailWaitInMilliseconds } from '../../supabase/fetch-backend.ts';

/** Resolves once a request has waited long enough for Auth to send an email. Call `end` earlier to stop the timer. */
export function mailPatience(): { over: Promise<null>; end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((passed) => {
    timer = setTimeout(() => passed(null), mailWaitInMilliseconds);
  });
  return { over, end: () => clearTimeout(timer) };
}
