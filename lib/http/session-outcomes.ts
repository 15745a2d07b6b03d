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

/** The outcomes of the requests under way, by their id. The middleware writes them and the log reads them. */
const outcomes = shareInProcess('session-outcomes', () => new Map<string, SessionOutcome>());

export function expectOutcome(requestId: string): void {
  outcomes.set(requestId, 'none');
}

/** Does nothing for a request whose outcome is not expected. */
export function noteOutcome(requestId: string | null, outcome: SessionOutcome): void {
  if (requestId !== null && outcomes.has(requestId)) outcomes.set(requestId, outcome);
}

/** The outcome, `none` where no session was looked at. It is forgotten with this. */
export function takeOutcome(requestId: string): SessionOutcome {
  const outcome = outcomes.get(requestId) ?? 'none';
  outcomes.delete(requestId);
  return outcome;
}
