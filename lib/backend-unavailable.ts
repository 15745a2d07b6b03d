import type { Failure } from './result.ts';

/** A client's pause before it asks again, in seconds. The health check has the same. */
export const outageRetryInSeconds = 5;

/** The backend is out of reach: for a page `app/error.tsx` by the digest, for an action or a route `backend.unavailable`. */
export class BackendUnavailable extends Error {
  readonly digest = 'session.unavailable';
}

/**
 * Makes the error to throw for a failure where only an outage is expected.
 * @param what for the log: "An app could not be read".
 */
export function errorOf(what: string, { code }: Failure): Error {
  const said = `${what}: ${code}`;
  return code === 'backend.unavailable' ? new BackendUnavailable(said) : new Error(said);
}
