import { applySchema } from '../../../cli/schema/apply-schema';
import { checkByDatabase, isGoodEnough } from '../../../cli/schema/check-schema';
import { connect } from '../../../cli/schema/connect';
import { readExpectedSchema } from '../../../cli/schema/expected-schema';
import { readMigrations } from '../../../cli/schema/migrations-folder';
import { makeProject, prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';

const migrations = readMigrations();
const expected = readExpectedSchema();
const started: Postgres[] = [];
afterAll(() => Promise.all(started.map((postgres) => postgres.remove())));

async function start(options?: Parameters<typeof startPostgres>[0]): Promise<Postgres> {
  const postgres = await startPostgres(options);
  started.push(postgres);
  return postgres;
}

async function apply(postgres: Postgres, database: string): Promise<void> {
  const client = await connect(postgres.url(database));
  try {
    await applySchema(client, {
      migrations,
      expected,
      lockTimeoutSeconds: 5,
      say: () => undefined,
    });
  } finally {
    await client.end();
  }
}

const check = (postgres: Postgres, database: string) =>
  checkByDatabase(postgres.url(database), migrations, expected);

test('a full disk stops it with a clear error, and it continues once there is space', async () => {
  const postgres = await start({ diskBytes: 90_000_000 });
  prepareCluster(postgres);
  const database = makeProject(postgres, 'crammed');
  // The failed insert leaves its pages allocated, which fills the disk.
  postgres.psql(database, 'create table public.filler (content text)');
  expect(() =>
    postgres.psql(
      database,
      `insert into public.filler select repeat('x', 1000 * (generate_series(1, 200000) > 0)::int)`,
    ),
  ).toThrow('Check free disk space');
  await expect(apply(postgres, database)).rejects.toThrow(/The disk of the database is full\. Free space/);
  expect((await check(postgres, database)).missing).not.toEqual([]);
  postgres.psql(database, 'drop table public.filler; checkpoint;', 'supabase_admin');
  await apply(postgres, database);
  expect(isGoodEnough(await check(postgres, database))).toBe(true);
});

test('changes nothing in a database in recovery, and can check it', async () => {
  const primary = await start();
  prepareCluster(primary);
  const database = makeProject(primary, 'replicated');
  await apply(primary, database);
  await primary.stop();
  const replica = await start({ recoverFrom: primary.dataFolder });
  await expect(apply(replica, database)).rejects.toThrow('The database is read-only: a replica, in recovery');
  expect(isGoodEnough(await check(replica, database))).toBe(true);
  await replica.stop();
  await expect(connect(replica.url(database))).rejects.toThrow('Nothing listens at the host and port');
});
