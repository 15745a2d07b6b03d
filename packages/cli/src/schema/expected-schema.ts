import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { supabaseFolder } from './migrations-folder.ts';

export type ExpectedSchema = {
  /** The newest migration of this version of Countersign. */
  version: string;
  /** Every object that the migrations make, with the hash of its definition, as `countersign.describe_schema()` tells it. */
  objects: Record<string, string>;
};

/** `supabase/schema-objects.json`, which `npm run types` writes. */
export function readExpectedSchema(): ExpectedSchema {
  return JSON.parse(readFileSync(join(supabaseFolder(), 'schema-objects.json'), 'utf8')) as ExpectedSchema;
}
