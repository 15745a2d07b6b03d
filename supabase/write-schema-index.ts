import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Migration, readMigrations } from '../scripts/schema/migrations-folder.ts';
import type { Query } from './local/core/database.ts';
import { writeFromMigrations } from './write-from-migrations.ts';

// node supabase/write-schema-index.ts: what is in the schema, and where each thing stands as it is now.

type Kind = 'table' | 'view' | 'function' | 'trigger';
/** `about`: its comment. Of a trigger: its table and its function. */
type Described = { kind: Kind; schema: string; name: string; about: string };
type Policy = { name: string; tables: string; roles: string; command: string; rows: string };

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

/** One policy for many tables is one row. What it demands is the same for all of them. */
const policiesQuery = `
  select policyname as name, string_agg(format('\`%s\`', tablename), ', ' order by tablename) as tables,
    array_to_string(roles, ', ') || case permissive when 'RESTRICTIVE' then ', beside all others' else '' end as roles,
    lower(cmd) as command, qual as rows
  from pg_policies where schemaname in ('countersign', 'countersign_private')
  group by 1, 3, 4, 5 order by 1, 2`;

async function writeIndex(query: Query): Promise<string> {
  const objects = await query<Described>(objectsQuery);
  const migrations = readMigrations().toReversed();
  const parts = headings.map(([kind, schema, heading]) => {
    const rows = objects
      .filter((object) => object.kind === kind && object.schema === schema)
      .map((object) => {
        const [now, ...before] = findPlaces(`create (or replace )?${describePattern(object)}`, migrations);
        if (!now)
          throw new Error(
            `No migration makes ${kind} ${object.name} as supabase/write-schema-index.ts looks for it.`,
          );
        const altered = kind === 'table' ? findPlaces(`alter ${describePattern(object)}`, migrations) : [];
        const older = [...altered, ...before]
          .filter(({ migration }) => migration !== now.migration)
          .map((place) => linkTo(place.migration.name, place));
        const about = cell(object.about);
        if (kind !== 'function') return [linkTo(`\`${object.name}\``, now), about, older.join(', ')];
        const written = [linkTo(now.migration.name, now), ...older];
        return [linkToFunction(object), about, written.join(', ')];
      });
    const third = {
      table: 'altered by',
      view: 'before',
      trigger: 'before',
      function: 'written by, newest first',
    }[kind];
    return writeTable(heading, ['name', 'what it is', third], rows);
  });
  const policies = (await query<Policy>(policiesQuery)).map(({ name, tables, roles, command, rows }) => {
    const [place] = findPlaces(`.*create policy "${name}"`, migrations);
    if (!place)
      throw new Error(
        `No migration makes the policy "${name}" as supabase/write-schema-index.ts looks for it.`,
      );
    return [linkTo(name, place), tables, roles, command, `\`${cell(rows)}\``];
  });
  const head = ['name', 'on', 'for', 'command', 'rows'];
  return `# The schema, as it is now

A migration is never changed: a later one replaces what an earlier one made. Each name leads to what it is now: a function to
[functions.sql](functions.sql), which has each once, anything else to its migration. The last column has the migrations that wrote
the function, or what came before, or what has altered the table since. \`npm run types\` writes both.

${[...parts, writeTable('Policies', head, policies)].join('\n\n')}
`;
}

function writeTable(heading: string, head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [`## ${heading}`, '', ...lines].join('\n');
}

const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');

type Place = { migration: Migration; line: number };

const describePattern = ({ kind, schema, name }: Described) =>
  `${kind} ${schema && `${schema}\\.`}${name}\\b`;

/** @returns the first line of each migration that begins so, in the order of the migrations */
function findPlaces(pattern: string, migrations: Migration[]): Place[] {
  return migrations.flatMap((migration) => {
    const at = migration.sql.search(new RegExp(`^${pattern}`, 'm'));
    return at < 0 ? [] : [{ migration, line: migration.sql.slice(0, at).split('\n').length }];
  });
}

const functions = readFileSync(join(import.meta.dirname, '../docs/functions.sql'), 'utf8').split('\n');

function linkToFunction({ schema, name }: Described): string {
  const index = functions.findIndex((line) =>
    line.startsWith(`CREATE OR REPLACE FUNCTION ${schema}.${name}(`),
  );
  if (index < 0) throw new Error(`docs/functions.sql lacks ${name}: run npm run types.`);
  return `[\`${name}\`](functions.sql#L${index + 1})`;
}

const linkTo = (text: string, { migration, line }: Place) =>
  `[${text}](../supabase/migrations/${migration.version}_${migration.name}.sql#L${line})`;

await writeFromMigrations('docs/schema.md', writeIndex);
