import { readSchemas } from './read-schemas.ts';

type Columns = Map<string, Set<string>>;

const add = (columns: Columns, table: string, names: Iterable<string>) =>
  columns.set(table, new Set([...(columns.get(table) ?? []), ...names]));

/** The block of `supabase/schemas` that refuses a project whose Auth lacks a column. */
export function findCheck(): string {
  const [check] = /^do \$\$\ndeclare missing text;.*?^end \$\$;/ms.exec(readSchemas()) ?? [];
  if (!check) throw new Error('supabase/schemas checks nothing of Auth.');
  return check;
}

/** The columns that it checks, by table. */
export function listCheckedColumns(check = findCheck()): Columns {
  const listed: Columns = new Map();
  const rows = /from \(values\n(.*?)\n\s*\) r \(name, names\)/s.exec(check)?.[1] ?? '';
  for (const [, table = '', texts = ''] of rows.matchAll(/\('(\w+)',((?:\s*'[^']*')+)\)/g))
    add(
      listed,
      table,
      texts
        .replace(/'\s*'|'/g, '')
        .trim()
        .split(/\s+/),
    );
  return listed;
}

/**
 * The columns of Auth's tables that a function, policy or trigger uses, by table.
 * @throws if a statement reads a table but names none of its columns, since they would be missed
 */
export function listUsedColumns(schemas = readSchemas()): Columns {
  const used: Columns = new Map();
  // Dynamic SQL runs only after a check that the table exists.
  const code = schemas
    .replace(findCheck(), '')
    .replace(/--.*$/gm, '')
    .replace(/execute '(?:[^']|'')*'/g, '');
  for (const statement of code.split(/^(?=create |comment on )/m)) {
    if (statement.startsWith('comment on')) continue;
    for (const [all, verb, table = '', alias = table] of statement.matchAll(
      /(?<!')\b(?:(from|join|update)\s+)?\bauth\.(\w+)\b(?!\()(?:\s+(?:as\s+)?(?!(?:where|set|on|join|left|cross|order|limit|for|using|values|returning|group|union)\b)(\w+))?/g,
    )) {
      const columns = [...statement.matchAll(new RegExp(`(?<![\\w.])${alias}\\.(\\w+)`, 'g'))];
      if (verb && columns.length === 0) throw new Error(`Name the columns by an alias: ${all}`);
      add(
        used,
        table,
        columns.flatMap(([, name]) => name ?? []),
      );
    }
    // Variables of a row type.
    for (const [, variable = '', table = ''] of statement.matchAll(/^\s*(\w+) auth\.(\w+)[;:%]/gm))
      add(
        used,
        table,
        [...statement.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].flatMap(([, name]) => name ?? []),
      );
    for (const [, table = '', assigned = ''] of statement.matchAll(
      /update auth\.(\w+)(?:\s+\w+)?\s+set\s+(.*?)(?=\swhere\b|\sfrom\b|;)/gs,
    ))
      add(
        used,
        table,
        [...assigned.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].flatMap(([, name]) => name ?? []),
      );
    for (const [, table = '', names = ''] of statement.matchAll(/insert into auth\.(\w+)\s*\(([^)]*)\)/g))
      add(
        used,
        table,
        names.split(',').map((name) => name.trim()),
      );
  }
  return used;
}
