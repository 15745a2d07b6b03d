import type { Database } from './core/database.ts';

const reading = new Set(['GET', 'HEAD']);

/**
 * Runs `work` in PostgREST's access mode for this request: READ ONLY for GET and HEAD, and for a STABLE or IMMUTABLE function.
 * The caller must have exclusive use of the database.
 */
export async function withAccessMode<Result>(
  { connection: { driver } }: Database,
  { request, schema }: { request: Request; schema: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const called = readFunctionName(request);
  const isReadOnly =
    reading.has(request.method) ||
    (called !== undefined && (await isVolatile(driver, { schema, name: called })) === false);
  if (!isReadOnly) return work();
  await driver.exec('set default_transaction_read_only = on');
  try {
    return await work();
  } finally {
    await driver.exec('reset default_transaction_read_only');
  }
}

export function readFunctionName(request: Request): string | undefined {
  const name = /^\/rest\/v1\/rpc\/([^/]+)\/?$/.exec(new URL(request.url).pathname)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** Undefined if the function doesn't exist. */
async function isVolatile(
  driver: Database['connection']['driver'],
  { schema, name }: { schema: string; name: string },
): Promise<boolean | undefined> {
  const { rows } = await driver.query<{ volatile: boolean }>(
    `select provolatile = 'v' as volatile from pg_catalog.pg_proc
     where proname = $1 and pronamespace = (select oid from pg_catalog.pg_namespace where nspname = $2)`,
    [name, schema],
  );
  return rows[0]?.volatile;
}
