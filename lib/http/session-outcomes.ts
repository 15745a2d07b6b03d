import { shareInProcess } from '../share-in-process.ts';

/**
 * What was done about a request's session, for the log and for what a visitor is told: there was none; its token was
 * checked less than a minute ago; it was checked now; it was refreshed; it could be neither checked nor refreshed; or
 * it was refused.
 */
export type SessionOutcome =
  | ('none' | 'cached' | 'verified' | 'refreshed' | 'unavailable')
  | `refused:${SessionRefusal}`;

/** It was no session at all, its token is not one of ours, Auth said that it is over, or it outgrew its cookies. */
export type SessionRefusal = 'unreadable' | 'token' | 'ended' | 'too-large';

/** Of the requests under way, by their id: the middleware knows it, the log wants it. */
const outcomes = shareInProcess('session-outcomes', () => new Map<string, SessionOutcome>());

export function expectOutcome(requestId: string): void {
  outcomes.set(requestId, 'none');
}

/** Does nothing for a request that nobody expects an outcome of. */
export function noteOutcome(requestId: string | null, outcome: SessionOutcome): void {
  if (requestId !== null && outcomes.has(requestId)) outcomes.set(requestId, outcome);
}

/** The outcome, `none` where no session was looked at. It is forgotten with this. */
export function takeOutcome(requestId: string): SessionOutcome {
  const outcome = outcomes.get(requestId) ?? 'none';
  outcomes.delete(requestId);
  return outcome;
}
