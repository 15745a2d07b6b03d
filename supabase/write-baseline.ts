import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineVersion } from './baseline-version.ts';

// node supabase/write-baseline.ts: writes the baseline migration from `supabase/schemas`. Only until the first release: afterwards,
// each change is an edit there and a migration.

const at = (...names: string[]) => join(import.meta.dirname, ...names);
const schemas = readdirSync(at('schemas'))
  .sort()
  .map((file) => readFileSync(at('schemas', file), 'utf8'));

writeFileSync(
  at('migrations', `${baselineVersion}_baseline.sql`),
  `-- Written by \`node supabase/write-baseline.ts\` from supabase/schemas. Read those.
-- A function may name one that comes later.
set check_function_bodies = off;

${schemas.join('\n')}
reset check_function_bodies;
`,
);
