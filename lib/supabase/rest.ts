import { BackendUnavailable } from '../backend-unavailable.ts';
import type { Database } from './database.types.ts';
import { oneTry } from './fetch-backend.ts';

/** The only schema of Countersign that REST shows. The project must expose it (supabase/config.toml). */
export const schema = 'countersign' satisfies keyof Database;

export const clientOptions = { ...oneTry, db: { retry: false, schema } } as const;

/** Headers for requests without supabase-js: one for reads, one for function calls. */
export const schemaHeaders = { 'accept-profile': schema, 'content-profile': schema };

export const schemaHidden = 'PGRST106';

export const functionUnknown = 'PGRST202';

/** Passes a token's level (`aal1`, `aal2`) to the database, which reads it only with the secret key. Without it, a call counts as aal1. */
export const tokenLevelHeader = 'x-countersign-token-level';

/** A failed REST call in supabase-js. A failed fetch has status 0 and, like a proxy's page, no code. */
type FailedCall = { error: { code?: string | null }; status: number };

/** From a gateway, or from PostgREST if the database can't be reached. PostgREST has no other use for them. */
const outageStatuses = [502, 503, 504];

/** SQLSTATEs: connections (08), resources (53), shutdowns, starts and timeouts (57), the system (58). PostgREST answers some with 500. */
const outageClasses = /^(08|53|57|58)[0-9A-Z]{3}$/;

/** Whether a REST call failed because the backend is down, rather than refused. An answer without a code isn't PostgREST's. */
export function isOutage({ error, status }: FailedCall): boolean {
  return !error.code || outageStatuses.includes(status) || outageClasses.test(error.code);
}

/** PostgREST's codes for an invalid or expired token. Version 12 uses the first for both. */
const tokenRefused = ['PGRST301', 'PGRST303'];

/** A token that expired while the page rendered counts as an outage: the middleware refreshes it well before. @param what for the log. */
export function errorOfRead(what: string, { error, status }: FailedCall): Error {
  const isAway = isOutage({ error, status }) || tokenRefused.includes(error.code ?? '');
  return new (isAway ? BackendUnavailable : Error)(`${what}: ${error.code || status || 'no response'}`);
}
