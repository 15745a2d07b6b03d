import type { Database } from './database.types.ts';
import { oneTry } from './fetch.ts';

/** Where everything of ours is that the REST API shows. The project has to expose it (supabase/config.toml). */
export const schema = 'countersign' satisfies keyof Database;

/** For every client of supabase-js. */
export const clientOptions = { ...oneTry, db: { retry: false, schema } } as const;

/** For a bare request that reads, and for one that calls a function. */
export const schemaHeaders = { 'accept-profile': schema, 'content-profile': schema };

/** PostgREST's code for a schema that the project does not expose. */
export const schemaHidden = 'PGRST106';

/** PostgREST's code for a function that the schema does not have. */
export const functionUnknown = 'PGRST202';
