import type { Database } from './database.types.ts';
import { oneTry } from './fetch.ts';

/** The only schema that we expose over REST. The project must expose it too (supabase/config.toml). */
export const schema = 'countersign' satisfies keyof Database;

export const clientOptions = { ...oneTry, db: { retry: false, schema } } as const;

/** Headers for requests without supabase-js: one for reads, one for function calls. */
export const schemaHeaders = { 'accept-profile': schema, 'content-profile': schema };

/** PostgREST's code for a schema that isn't exposed. */
export const schemaHidden = 'PGRST106';

/** PostgREST's code for an unknown function. */
export const functionUnknown = 'PGRST202';
