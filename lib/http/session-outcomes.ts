import { shareInProcess } from '../share-in-process.ts';

/**
 * What the check made of a request's session, for the log and the answer: none; checked less than a minute ago; checked
 * now; refreshed; neither possible; or refused.
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
