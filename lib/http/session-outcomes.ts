import { shareInProcess } from '../share-in-process.ts';

/** In order: no session, checked less than a minute ago, verified now, refreshed, neither possible in an outage, or refused. */
export type SessionOutcome =
  | ('none' | 'cached' | 'verified' | 'refreshed' | 'unavailable')
  | `refused:${SessionRefusal}`;

/** The cookie isn't a session, its token isn't this project's, Auth or `account_sessions` ended it, or it no longer fits into cookies. */
export type SessionRefusal = 'unreadable' | 'token' | 'ended' | 'too-large';

/** The outcomes of running requests, by ID. The middleware writes them; the log reads them. */
const outcomes = shareInProcess('session-outcomes', () => new Map<string, SessionOutcome>());

export function expectOutcome(requestId: string): void {
  outcomes.set(requestId, 'none');
}

/** Ignores requests whose outcome isn't expected. */
export function recordOutcome(requestId: string | null, outcome: SessionOutcome): void {
  if (requestId !== null && outcomes.has(requestId)) outcomes.set(requestId, outcome);
}

/** Returns and deletes the outcome; `none` if no session was checked. */
export function takeOutcome(requestId: string): SessionOutcome {
  const outcome = outcomes.get(requestId) ?? 'none';
  outcomes.delete(requestId);
  return outcome;
}
