import { mailWaitInMilliseconds } from '../supabase/fetch-backend.ts';

/** Resolves once a request has waited long enough for Auth to send an email. Call `clear` earlier to stop the timer. */
export function mailTimeout(): { expired: Promise<null>; clear: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<null>((passed) => {
    timer = setTimeout(() => passed(null), mailWaitInMilliseconds);
  });
  return { expired, clear: () => clearTimeout(timer) };
}
