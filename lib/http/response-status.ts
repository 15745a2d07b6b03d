import { outageRetryInSeconds } from '../backend-unavailable.ts';
import { shareInProcess } from '../share-in-process.ts';

/** The status that a page or an action sets for its response, since Next.js offers no way to. */
type WantedStatus = { status: 429 | 503; retryAfterSeconds: number } | { status: 404 };

/** The statuses of running requests, by ID; null if the response keeps its own. */
export const wantedStatuses = shareInProcess('response-status', () => new Map<string, WantedStatus | null>());

/** @param seconds until the client may try again. */
export function answerRetryAfter(requestId: string | null, seconds: number): void {
  setStatus(requestId, { status: 429, retryAfterSeconds: seconds });
}

/** For a page about a missing item: Next.js's `notFound()` renders a blank page without scripts. */
export function answerNotFound(requestId: string | null): void {
  setStatus(requestId, { status: 404 });
}

/** For a page that failed because the backend is unreachable: Next.js would answer 500. */
export function answerUnavailable(requestId: string | null): void {
  setStatus(requestId, { status: 503, retryAfterSeconds: outageRetryInSeconds });
}

function setStatus(requestId: string | null, status: WantedStatus): void {
  // Skips finished requests, and platforms with their own server, which never read the status.
  if (requestId !== null && wantedStatuses.has(requestId)) wantedStatuses.set(requestId, status);
}
