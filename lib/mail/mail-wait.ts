import { mailWaitInMilliseconds } from '../supabase/fetch-backend.ts';

/** The answer to a request, or null if Auth takes longer to send its email than a user waits. */
export async function withinMailWait<Answer>(work: Promise<Answer>): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<null>((passed) => {
    timer = setTimeout(passed, mailWaitInMilliseconds, null);
  });
  const inTime = await Promise.race([work, expired]);
  clearTimeout(timer);
  return inTime;
}
