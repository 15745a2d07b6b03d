import type { Database } from './database.types.ts';
import { oneTry } from './fetch-backend.ts';

/** The only schema of Countersign that REST shows. The project must expose it (supabase/config.toml). */
export const schema = 'countersign' satisfies keyof Database;

export const clientOptions = { ...oneTry, db: { retry: false, schema } } as const;

/** Headers for requests without supabase-js: one for reads, one for function calls. */
export const schemaHeaders = { 'accept-profile': schema, 'content-profile': schema };

export const schemaHidden = 'PGRST106';

export const functionUnknown = 'PGRST202';
