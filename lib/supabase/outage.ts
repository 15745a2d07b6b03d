import { BackendUnavailable } from '../backend-unavailable.ts';

/** A failed call to REST, by supabase-js. A failed fetch has the status 0; neither that nor a proxy's page has a code. */
type FailedCall = { error: { code?: string | null }; status: number };

/** A gateway, or PostgREST, that can't reach what is behind it. PostgREST gives these for no other reason. */
const outageStatuses = [502, 503, 504];

/**
 * SQLSTATEs of a database that is away, full or too slow: connections (08), resources (53), an operator's intervention (57, which a
 * shutdown, a start and a statement that ran out of time are), the system around it (58). PostgREST answers some of them with 500.
 */
const outageClasses = /^(08|53|57|58)[0-9A-Z]{3}$/;

/**
 * Decides, for every call to REST, whether the backend is away or has refused. An answer without a code is not PostgREST's.
 */
export function isOutage({ error, status }: FailedCall): boolean {
  return !error.code || outageStatuses.includes(status) || outageClasses.test(error.code);
}

/** PostgREST's codes for a token that can't be used (any more): version 12 has the first one for both. */
const tokenRefused = ['PGRST301', 'PGRST303'];

/**
 * The error of a page whose read failed. A token that expired while the page was made counts as an outage, since the
 * middleware refreshes it well before.
 * @param what for the log: "Wallets could not be read".
 */
export function errorOfRead(what: string, { error, status }: FailedCall): Error {
  const said = `${what}: ${error.code ?? status}`;
  const isAway = isOutage({ error, status }) || tokenRefused.includes(error.code ?? '');
  return isAway ? new BackendUnavailable(said) : new Error(said);
}
