import type { SessionOutcome } from '../auth/session/session.ts';
import { shareInProcess } from '../share-in-process.ts';

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
