import { readMigrations } from './migrations-folder.ts';

/** Runs one statement and gives its rows. */
export type RunQuery = <Row>(sql: string) => Promise<Row[]>;

/**
 * What of Countersign a database has, as `countersign.describe_schema()` tells it, also where that function isn't yet: its
 * query is taken from the migrations and asked directly. Run it inside a transaction, for which it sets the search path.
 * @returns an object's name and a hash of its definition
 */
export async function readObjects(query: RunQuery): Promise<Record<string, string>> {
  await query(`select set_config('search_path', '', true)`);
  const rows = await query<{ object: string; hash: string }>(
    `select object, md5(description) as hash from (${objectsQuery()}) as d (object, description)
    order by object collate "C"`,
  );
  return Object.fromEntries(rows.map(({ object, hash }) => [object, hash]));
}

/** The body of the function in the newest migration that makes it. */
function objectsQuery(): string {
  for (const { sql } of readMigrations().toReversed()) {
    const [, body] =
      /function countersign_private\.describe_objects\(\).*?as \$\$(.*?)\$\$;/s.exec(sql) ?? [];
    if (body) return body;
  }
  throw new Error('No migration makes countersign_private.describe_objects().');
}
