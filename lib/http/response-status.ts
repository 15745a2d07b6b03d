import { outageRetryInSeconds } from '../backend-unavailable.ts';
import { shareInProcess } from '../share-in-process.ts';

/** The status that a page or an action wants on its response, which Next.js doesn't let it set. */
type WantedStatus = { status: 429 | 503; retryAfterSeconds: number } | { status: 404 };

/** The statuses of the requests under way, by their id; null for a response that keeps its own. */
export const wantedStatuses = shareInProcess('response-status', () => new Map<string, WantedStatus | null>());

/** @param seconds until the same may be tried again. */
export function answerRetryAfter(requestId: string | null, seconds: number): void {
  want(requestId, { status: 429, retryAfterSeconds: seconds });
}

/** For a page that says there is nothing here: Next.js's `notFound()` draws a blank page without scripts. */
export function answerNotFound(requestId: string | null): void {
  want(requestId, { status: 404 });
}

/** For a page that failed because the backend is unreachable: Next.js would answer 500. */
export function answerUnavailable(requestId: string | null): void {
  want(requestId, { status: 503, retryAfterSeconds: outageRetryInSeconds });
}

function want(requestId: string | null, status: WantedStatus): void {
  // Skips requests that are over, and platforms that bring their own server and never ask.
  if (requestId !== null && wantedStatuses.has(requestId)) wantedStatuses.set(requestId, status);
}
