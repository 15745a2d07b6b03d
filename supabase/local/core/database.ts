import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { createOneAtATime, type OneAtATime } from './one-at-a-time.ts';

/** Runs one statement with `$1` parameters and gives its rows. */
export type Query = <Row = Record<string, unknown>>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

/** Whose rights a transaction has: the superuser's, a migration's, or those of the Auth API. */
export type DatabaseRole = 'superuser' | 'postgres' | 'supabase_auth_admin';

/** The hosted Auth API looks names up in its own schema only. */
const searchPaths: Record<DatabaseRole, string> = {
  superuser: '"$user", public',
  postgres: '"$user", public, extensions',
  supabase_auth_admin: 'auth',
};

export interface Database {
  connection: PgliteConnection;
  /** Nothing else touches the database until `work` has ended. Not re-entrant. */
  runAlone: OneAtATime;
  /** Commits when `work` returns, rolls back when it throws. `script` runs several statements at once. */
  transact<Result>(
    role: DatabaseRole,
    work: (query: Query, script: (sql: string) => Promise<void>) => Promise<Result>,
  ): Promise<Result>;
  /** Waits for what is running, then closes. */
  close(): Promise<void>;
}

// Oids of timestamptz and timestamp.
const timestampParsers = {
  1184: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
  1114: (text: string) => text.replace(' ', 'T'),
};

/** Below it are the types that Postgres numbers by hand; those above are mostly the rows of tables, and arrays of them. */
const lowestGeneratedOid = 10_000;

/** PGlite copies its parsers for each statement, and most are for what nobody here selects. */
function dropGeneratedParsers(parsers: Record<number, unknown>): void {
  for (const oid of Object.keys(parsers)) if (Number(oid) >= lowestGeneratedOid) delete parsers[Number(oid)];
}

/** Opens or makes the database in `folder`. It takes no lock on the folder: the caller holds one. */
export async function openDatabase(folder: string): Promise<Database> {
  const connection = await createPgliteConnection({
    url: folder,
    pgliteOptions: { parsers: timestampParsers },
  });
  await connection.driver.waitReady;
  dropGeneratedParsers(connection.driver.parsers);
  // Otherwise lite grants everything on every table to everybody at the first request.
  Reflect.set(connection, 'rlsState', 'active');

  // There is one Postgres session and lite's transactions are not shielded from one another.
  const runAlone = createOneAtATime();

  return {
    connection,
    runAlone,
    transact: (role, work) =>
      runAlone(() =>
        connection.driver.transaction(async (transaction) => {
          await transaction.query(
            `select set_config('role', $1, true), set_config('search_path', $2, true)`,
            [role === 'superuser' ? 'none' : role, searchPaths[role]],
          );
          const query: Query = async <Row>(sql: string, parameters?: unknown[]) =>
            (await transaction.query<Row>(sql, parameters)).rows;
          return work(query, async (sql) => void (await transaction.exec(sql)));
        }),
      ),
    close: () => runAlone(() => connection.close()),
  };
}
