import { readMigrations } from './migrations-folder.ts';

export type RunQuery = <Row>(sql: string) => Promise<Row[]>;

/**
 * The database objects of Countersign, as `countersign.describe_schema()` returns them. Runs that function's query from the
 * migrations, since the function may not exist yet. Run it inside a transaction, for which it sets the search path.
 */
export async function readObjects(query: RunQuery): Promise<Record<string, string>> {
  await query(`select set_config('search_path', '', true)`);
  const rows = await query<{ object: string; hash: string }>(
    `select object, md5(description) as hash from (${objectsQuery()}) as d (object, description)
    order by object collate "C"`,
  );
  return Object.fromEntries(rows.map(({ object, hash }) => [object, hash]));
}

function objectsQuery(): string {
  for (const { sql } of readMigrations().toReversed()) {
    const [, body] =
      /function countersign_private\.describe_objects\(\).*?as \$\$(.*?)\$\$;/s.exec(sql) ?? [];
    if (body) return body;
  }
  throw new Error('No migration makes countersign_private.describe_objects().');
}
