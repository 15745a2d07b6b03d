import { createWalletKey } from '../../e2e/fixtures/prove-wallet';
import { applySchema, asking } from '../../scripts/schema/apply-schema';
import { checkByDatabase } from '../../scripts/schema/check-schema';
import { connect } from '../../scripts/schema/connect';
import { readExpectedSchema } from '../../scripts/schema/expected-schema';
import { readMigrations } from '../../scripts/schema/migrations-folder';
import { fillProject } from '../testing/fill-project';
import { makeProject, prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';
import { verifyProofs } from '../testing/verify-proofs';

// From the schema of 1.0.0, which is the baseline, to today's, with people in it.

const migrations = readMigrations();
const expected = readExpectedSchema();
const released = migrations.filter(({ version }) => version <= '20261122091100');
let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
  prepareCluster(postgres);
});
afterAll(() => postgres.remove());

async function apply(database: string, wanted: typeof migrations): Promise<void> {
  const client = await connect(postgres.url(database));
  const options = { migrations: wanted, expected, assume: null, lockTimeoutSeconds: 2, say: () => undefined };
  await applySchema(client, options).finally(() => client.end());
}

type Callable = { name: string; given: string[]; required: string[]; answered: string[] };

/** What a server may call and what people may read, by the names that REST uses. */
async function listCallable(database: string): Promise<Callable[]> {
  const client = await connect(postgres.url(database));
  try {
    return await asking(client)<Callable>(`
      select p.proname::text as name,
        array(select n || ' ' || t::regtype from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) as g (n, t)) as given,
        array(select n || ' ' || t::regtype from unnest(p.proargnames[1:p.pronargs - p.pronargdefaults],
          (p.proargtypes::oid[])[0:p.pronargs - p.pronargdefaults - 1]) as g (n, t)) as required,
        string_to_array(pg_get_function_result(p.oid), ', ') as answered
      from pg_proc p where p.pronamespace = 'countersign'::regnamespace and has_function_privilege('service_role', p.oid, 'execute')
      union all
      select c.relname::text, '{}', '{}', array(select a.attname || ' ' || a.atttypid::regtype from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('authenticated', c.oid, a.attnum, 'select'))
      from pg_class c where c.relnamespace = 'countersign'::regnamespace and c.relkind in ('r', 'v')
      order by 1`);
  } finally {
    await client.end();
  }
}

test('a filled project of 1.0.0 is brought to this version, and the calls of 1.0.0 go on beside it', async () => {
  const database = makeProject(postgres, 'filled');
  await apply(database, released);
  const people = fillProject(postgres, database).map(({ userId }) => userId);
  await apply(database, migrations);
  expect(await checkByDatabase(postgres.url(database), migrations, expected)).toMatchObject({
    missing: [],
    changed: [],
    extra: [],
  });
  expect(verifyProofs(postgres, database, people)).toMatchObject({ count: 2, code: 0 });
  // A process of 1.0.0 signs people in and proves wallets on today's schema, by the calls that it has.
  const wallets = [createWalletKey(), createWalletKey()];
  const others = fillProject(postgres, database, wallets).map(({ userId }) => userId);
  expect(verifyProofs(postgres, database, others)).toMatchObject({ count: 2, code: 0 });
});

test('every function and column that a process of 1.0.0 uses is still there, by the same names and types', async () => {
  const [older, newer] = [makeProject(postgres, 'older'), makeProject(postgres, 'newer')];
  await apply(older, released);
  await apply(newer, migrations);
  const now = await listCallable(newer);
  const before = await listCallable(older);
  expect(before.length).toBeGreaterThan(60);
  for (const { name, given, answered } of before) {
    const found = now.filter((one) => one.name === name);
    // One that was added has a default: nobody gave it then.
    const fits = found.some(
      (one) =>
        given.every((parameter) => one.given.includes(parameter)) &&
        one.required.every((parameter) => given.includes(parameter)),
    );
    expect([name, fits]).toEqual([name, true]);
    expect([name, found.flatMap((one) => one.answered)]).toEqual([name, expect.arrayContaining(answered)]);
  }
});
