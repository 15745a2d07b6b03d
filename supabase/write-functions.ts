import type { Query } from './local/core/database.ts';
import { writeFromMigrations } from './write-from-migrations.ts';

// node supabase/write-functions.ts: every function and policy as it is now, each once. The migrations have the history.

type Written = { name: string; about: string | null; sql: string };

const functionsQuery = `
  select n.nspname || '.' || p.proname as name, obj_description(p.oid, 'pg_proc') as about,
    pg_get_functiondef(p.oid) as sql
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('countersign', 'countersign_private')
  order by 1, pg_get_function_identity_arguments(p.oid)`;

const policiesQuery = `
  select policyname || schemaname || tablename as name, null as about,
    format('create policy %I on %I.%I as %s for %s to %s', policyname, schemaname, tablename, lower(permissive), lower(cmd),
      array_to_string(roles, ', '))
      || coalesce(E'\\n  using (' || qual || ')', '') || coalesce(E'\\n  with check (' || with_check || ')', '') as sql
  from pg_policies where schemaname in ('countersign', 'countersign_private')
  order by 1`;

async function writeFunctions(query: Query): Promise<string> {
  const written = [...(await query<Written>(functionsQuery)), ...(await query<Written>(policiesQuery))];
  const head = `-- Every function and policy of the schema as it is now, each once, in the order of their names: to read, not to run.
-- docs/schema.md lists them by what they are for. \`npm run types\` writes this file from supabase/migrations.
`;
  return [head, ...written.map(write)].join('\n');
}

function write({ about, sql }: Written): string {
  const comment = about?.split('\n').map((line) => `-- ${line.trim()}\n`) ?? [];
  return `${comment.join('')}${sql.trimEnd()};\n`;
}

await writeFromMigrations('docs/functions.sql', writeFunctions);
