import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { createOneAtATime, type OneAtATime } from './one-at-a-time.ts';
import { enableSingleRoundTrips } from './single-round-trip.ts';

/** Runs one statement with `$1` parameters and returns its rows. */
export type Query = <Row = Record<string, unknown>>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

/** The role a transaction runs as: the superuser, the project's migrations, or the Auth API. */
export type DatabaseRole = 'superuser' | 'postgres' | 'supabase_auth_admin';

/** The hosted Auth API searches only its own schema. */
const searchPaths: Record<DatabaseRole, string> = {
  superuser: '"$user", public',
  postgres: '"$user", public, extensions',
  supabase_auth_admin: 'auth',
};

export interface Database {
  connection: PgliteConnection;
  /** Excludes all other uses of the database until `work` has ended. Not re-entrant. */
  runAlone: OneAtATime;
  /** Commits when `work` returns, rolls back when it throws. `script` runs several statements at once. */
  transact<Result>(
    role: DatabaseRole,
    work: (query: Query, script: (sql: string) => Promise<void>) => Promise<Result>,
  ): Promise<Result>;
  /** Waits for running work, then closes. */
  close(): Promise<void>;
}

// OIDs of timestamptz and timestamp.
const timestampParsers = {
  1184: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
  1114: (text: string) => text.replace(' ', 'T'),
};

/** Opens or creates the database in `folder`. The caller must hold the folder's lock. */
export async function openDatabase(folder: string): Promise<Database> {
  const connection = await createPgliteConnection({
    url: folder,
    pgliteOptions: { parsers: timestampParsers },
  });
  await connection.driver.waitReady;
  enableSingleRoundTrips(connection.driver);
  // Otherwise lite grants all rights on every table to all roles at the first request.
  Reflect.set(connection, 'rlsState', 'active');

  // There is one Postgres session, and lite doesn't isolate its transactions from one another.
  const runAlone = createOneAtATime();

  return {
    connection,
    runAlone,
    transact: (role, work) =>
      runAlone(async () => {
        const { driver } = connection;
        const query: Query = async <Row>(sql: string, parameters?: unknown[]) =>
          (await driver.query<Row>(sql, parameters)).rows;
        await query('begin');
        try {
          await query(`select set_config('role', $1, true), set_config('search_path', $2, true)`, [
            role === 'superuser' ? 'none' : role,
            searchPaths[role],
          ]);
          const result = await work(query, async (sql) => void (await driver.exec(sql)));
          await query('commit');
          return result;
        } catch (error) {
          await query('rollback');
          throw error;
        }
      }),
    close: () => runAlone(() => connection.close()),
  };
}
