import { type Migration, readMigrations } from '../scripts/schema/migrations-folder.ts';
import type { Query } from './local/core/database.ts';
import { writeFromMigrations } from './write-from-migrations.ts';

// node supabase/write-schema-index.ts: what is in the schema, and in which migration each thing stands as it is now.

type Kind = 'table' | 'view' | 'function' | 'trigger';
/** `about`: its comment. Of a trigger: its table and its function. */
type Described = { kind: Kind; schema: string; name: string; about: string };

const headings: [Kind, string, string][] = [
  ['table', 'countersign', 'Tables that people read'],
  ['view', 'countersign', 'Views over them'],
  ['table', 'countersign_private', 'Tables that only the functions read'],
  ['function', 'countersign', 'Functions that the site, its operators or row policies call'],
  ['function', 'countersign_private', 'Functions that only those call'],
  ['trigger', '', 'Triggers'],
];

const objectsQuery = `
  select case c.relkind when 'v' then 'view' else 'table' end as kind, n.nspname as schema, c.relname as name,
    obj_description(c.oid, 'pg_class') as about
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('countersign', 'countersign_private') and c.relkind in ('r', 'v')
  union all
  select 'function', n.nspname, p.proname, obj_description(p.oid, 'pg_proc')
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('countersign', 'countersign_private')
  union all
  select 'trigger', '', t.tgname, format('on \`%s\`, runs \`%s\`', t.tgrelid::regclass, p.proname)
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('countersign', 'countersign_private') and not t.tgisinternal
  order by 3, 4`;

async function writeIndex(query: Query): Promise<string> {
  const objects = await query<Described>(objectsQuery);
  const migrations = readMigrations().toReversed();
  const parts = headings.map(([kind, schema, heading]) => {
    const rows = objects
      .filter((object) => object.kind === kind && object.schema === schema)
      .map(
        (object) =>
          `| ${linkTo(object, migrations)} | ${object.about.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')} |`,
      );
    return [`## ${heading}`, '', '| name | what it is |', '|---|---|', ...rows].join('\n');
  });
  return `# The schema, as it is now

A migration is never changed: a later one replaces what an earlier one made. Each name leads to where it stands now. A table's later
columns are in the migrations that alter it. The two policies that each table for people has are in
[\`…_grant_rights.sql\`](../supabase/migrations/20261122091100_grant_rights.sql). \`npm run types\` writes this page.

${parts.join('\n\n')}
`;
}

/** The newest migration that makes it. */
function linkTo({ kind, schema, name }: Described, migrations: Migration[]): string {
  const made = new RegExp(`^create (or replace )?${kind} ${schema && `${schema}\\.`}${name}\\b`, 'm');
  for (const migration of migrations) {
    const at = migration.sql.search(made);
    if (at < 0) continue;
    const line = migration.sql.slice(0, at).split('\n').length;
    return `[\`${name}\`](../supabase/migrations/${migration.version}_${migration.name}.sql#L${line})`;
  }
  throw new Error(`No migration makes ${kind} ${name} as supabase/write-schema-index.ts looks for it.`);
}

await writeFromMigrations('docs/schema.md', writeIndex);
