import { readFileSync } from 'node:fs';
import { inProject } from '../project/project-folder.ts';

export type ExpectedSchema = {
  version: string;
  /** Every object of the migrations, with a hash of its definition, as `countersign.describe_schema()` returns it. */
  objects: Record<string, string>;
};

/** `supabase/schema-objects.json`, which `npm run generate` writes. */
export function readExpectedSchema(): ExpectedSchema {
  return JSON.parse(readFileSync(inProject('supabase', 'schema-objects.json'), 'utf8')) as ExpectedSchema;
}
