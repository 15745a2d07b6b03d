import type { Failure } from './result.ts';

/** How long clients should wait before they retry (seconds); the health check uses it too. */
export const outageRetryInSeconds = 5;

/** The backend can't be reached. `app/error.tsx` recognizes it by its digest; actions and routes answer `backend.unavailable`. */
export class BackendUnavailable extends Error {
  readonly digest = 'session.unavailable';
}

/** The error to throw for a failure that should only be an outage. @param what for the log: "An app could not be read". */
export function errorOf(what: string, { code }: Failure): Error {
  const message = `${what}: ${code}`;
  return code === 'backend.unavailable' ? new BackendUnavailable(message) : new Error(message);
}
