import type { Database, Query } from 'local-supabase';

const schema = 'countersign';

/** Postgres's types as the REST API writes them. Any other type must be added here. */
const typeOf: Record<string, string> = {
  bool: 'boolean',
  bytea: 'string',
  int4: 'number',
  int8: 'number',
  jsonb: 'Json',
  text: 'string',
  timestamptz: 'string',
  uuid: 'string',
  void: 'null',
};

interface Column {
  name: string;
  type: string;
  is_nullable: boolean;
}
type Relation = { name: string; is_view: boolean; columns: Column[] };
type Function = { name: string; arguments: Column[]; columns: Column[]; returns: string };

/** The relations that signed-in users may select, and the functions that the server may call. */
async function readSchema(query: Query): Promise<{ relations: Relation[]; functions: Function[] }> {
  const relations = await query<Relation>(
    `select c.relname as name, c.relkind = 'v' as is_view,
      jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', t.typname, 'is_nullable', not a.attnotnull
      ) order by a.attname) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'v')
      and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
    group by c.oid order by c.relname`,
    [schema],
  );
  const functions = await query<Function>(
    `select p.proname as name, r.typname as returns, (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', given.name, 'type', t.typname, 'is_nullable', true
      ) order by given.name), '[]')
      from unnest(p.proargnames, coalesce(p.proargmodes::text[], array_fill('i'::text, array[p.pronargs])),
        coalesce(p.proallargtypes, p.proargtypes::oid[])) as given (name, mode, type)
      join pg_type t on t.oid = given.type where given.mode = 'i'
    ) as arguments, (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', made.name, 'type', t.typname, 'is_nullable', false
      ) order by made.name), '[]')
      from unnest(p.proargnames, p.proargmodes::text[], p.proallargtypes) as made (name, mode, type)
      join pg_type t on t.oid = made.type where made.mode = 't'
    ) as columns
    from pg_proc p
    join pg_type r on r.oid = p.prorettype
    where p.pronamespace = $1::regnamespace and has_function_privilege('service_role', p.oid, 'execute')
    order by p.proname`,
    [schema],
  );
  return { relations, functions };
}

function writeType(name: string): string {
  if (name.startsWith('_')) return `${writeType(name.slice(1))}[]`;
  const type = typeOf[name];
  if (!type) throw new Error(`No type is known for ${name}: add it to supabase/write-database-types.ts.`);
  return type;
}

/** One property per line, like the formatter. */
function writeObject(properties: [string, string][], depth: number): string {
  if (properties.length === 0) return 'Record<never, never>';
  const indent = '  '.repeat(depth);
  const lines = properties.map(([name, type]) => `${indent}  ${name}: ${type};\n`);
  return `{\n${lines.join('')}${indent}}`;
}

function writeColumns(columns: Column[], depth: number): string {
  const properties = columns.map(({ name, type, is_nullable }): [string, string] => [
    name,
    writeType(type) + (is_nullable && type !== 'jsonb' ? ' | null' : ''),
  ]);
  return writeObject(properties, depth);
}

function writeTypes({ relations, functions }: Awaited<ReturnType<typeof readSchema>>): string {
  const writeRelations = (views: boolean) =>
    relations
      .filter(({ is_view }) => is_view === views)
      .map(({ name, columns }): [string, string] => [
        name,
        writeObject(
          [
            ['Row', writeColumns(columns, 4)],
            // No role may write over REST.
            ...(views
              ? []
              : [['Insert', 'never'] as [string, string], ['Update', 'never'] as [string, string]]),
            ['Relationships', '[]'],
          ],
          3,
        ),
      ]);
  const calls = functions.map(({ name, arguments: given, columns, returns }): [string, string] => [
    name,
    writeObject(
      [
        ['Args', writeColumns(given, 4)],
        ['Returns', columns.length > 0 ? `${writeColumns(columns, 4)}[]` : writeType(returns)],
      ],
      3,
    ),
  ]);
  const shown = writeObject(
    [
      ['Tables', writeObject(writeRelations(false), 2)],
      ['Views', writeObject(writeRelations(true), 2)],
      ['Functions', writeObject(calls, 2)],
      ['Enums', 'Record<never, never>'],
      ['CompositeTypes', 'Record<never, never>'],
    ],
    1,
  );
  return `// Written by \`npm run generate\` from the migrations: change those, then run it again.

/** The REST API's form of a jsonb. */
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/**
 * The REST API's view of the database. Any argument of a function may be null. Postgres doesn't say where a result may
 * be: where the comment of the function does, the caller does too.
 */
export type Database = {
  ${schema}: ${shown};
};
`;
}

export async function writeDatabaseTypes(database: Database): Promise<string> {
  return database.transact('superuser', async (query) => writeTypes(await readSchema(query)));
}
