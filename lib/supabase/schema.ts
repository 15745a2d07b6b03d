import type { Database } from './database.types.ts';
import { oneTry } from './fetch.ts';

/** Everything of ours that REST shows. The project must expose it (supabase/config.toml). */
export const schema = 'countersign' satisfies keyof Database;

export const clientOptions = { ...oneTry, db: { retry: false, schema } } as const;

/** Headers of a bare request that reads, and of one that calls a function. */
export const schemaHeaders = { 'accept-profile': schema, 'content-profile': schema };

/** PostgREST's code for a schema that the project does not expose. */
export const schemaHidden = 'PGRST106';

/** PostgREST's code for a function that the schema does not have. */
export const functionUnknown = 'PGRST202';
