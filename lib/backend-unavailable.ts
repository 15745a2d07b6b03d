import type { Failure } from './result.ts';

/** How long a client waits before it asks again, as the health check does too (seconds). */
export const outageRetryInSeconds = 5;

/**
 * Thrown where the backend is out of reach. A page that throws it is replaced by `app/error.tsx`, in the catalogue's words for the
 * digest; for an action or a route it is the failure `backend.unavailable`.
 */
export class BackendUnavailable extends Error {
  readonly digest = 'session.unavailable';
}

/** What to throw for a failure where none but an outage is expected. @param what for the log: "An app could not be read". */
export function errorOf(what: string, { code }: Failure): Error {
  const said = `${what}: ${code}`;
  return code === 'backend.unavailable' ? new BackendUnavailable(said) : new Error(said);
}
