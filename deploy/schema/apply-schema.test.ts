import type pg from 'pg';
import { applySchema, asking } from '../../scripts/schema/apply-schema';
import { checkByDatabase, isGoodEnough } from '../../scripts/schema/check-schema';
import { connect } from '../../scripts/schema/connect';
import { fingerprintOf, readExpectedSchema } from '../../scripts/schema/expected-schema';
import { type Migration, readMigrations } from '../../scripts/schema/migrations-folder';
import { printSchema } from '../../scripts/schema/print-schema';
import { readObjects } from '../../scripts/schema/read-objects';
import { makeProject, prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';

const migrations = readMigrations();
const expected = readExpectedSchema();
const newest = expected.version;
/** The baseline: what 1.0.0 has. */
const released = migrations.filter(({ version }) => version <= '20261122091100');
let postgres: Postgres;
let count = 0;

beforeAll(async () => {
  postgres = await startPostgres();
  prepareCluster(postgres);
});
afterAll(() => postgres.remove());

const newProject = () => makeProject(postgres, `p${++count}`);

type Given = {
  migrations?: Migration[];
  assume?: string | null;
  lockTimeoutSeconds?: number;
  on?: Postgres;
  role?: string;
};

/** Applies as the command does. Returns what it said. */
async function apply(database: string, given: Given = {}): Promise<string[]> {
  const lines: string[] = [];
  const client = await connect((given.on ?? postgres).url(database, given.role));
  try {
    await applySchema(client, {
      migrations: given.migrations ?? migrations,
      expected,
      assume: given.assume ?? null,
      lockTimeoutSeconds: given.lockTimeoutSeconds ?? 5,
      say: (line) => void lines.push(line),
    });
  } finally {
    await client.end();
  }
  return lines;
}

const check = (database: string, on = postgres) => checkByDatabase(on.url(database), migrations, expected);
const whole = {
  version: newest,
  expectedVersion: newest,
  isNewer: false,
  isEmpty: false,
  missing: [],
  changed: [],
  extra: [],
};

async function withClient<Result>(
  database: string,
  work: (client: pg.Client) => Promise<Result>,
  role?: string,
) {
  const client = await connect(postgres.url(database, role));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('an empty project gets everything that this version expects, and nothing a second time', async () => {
  const database = newProject();
  const lines = await apply(database);
  expect(lines.filter((line) => line.startsWith('Applied'))).toHaveLength(migrations.length);
  expect(lines.at(-1)).toBe(`The database is at ${newest}.`);
  expect(await check(database)).toEqual(whole);
  expect(await apply(database)).toEqual([`Nothing was to be done: the database is at ${newest}.`]);
  // As a server asks over REST.
  const told = JSON.parse(
    postgres.psql(database, 'set role service_role; select countersign.describe_schema()'),
  );
  expect(told).toEqual({ version: newest, objects: expected.objects });
  // As on a hosted project, whoever connects.
  const owners = "select distinct nspowner::regrole from pg_namespace where nspname like 'countersign%'";
  expect(postgres.psql(database, owners).trim()).toBe('postgres');
});

test('the superuser makes nothing that is the superuser’s', async () => {
  const database = newProject();
  await apply(database, { role: 'supabase_admin' });
  const owners = `select distinct r::text from (
    select nspowner::regrole as r from pg_namespace where nspname like 'countersign%'
    union select proowner::regrole from pg_proc where pronamespace in ('countersign'::regnamespace, 'countersign_private'::regnamespace)
    union select relowner::regrole from pg_class where relnamespace::regnamespace::text like 'countersign%') o`;
  expect(postgres.psql(database, owners).trim()).toBe('postgres');
});

test('after each migration the objects are those that were written down, on this version of Postgres too', async () => {
  await withClient(newProject(), async (client) => {
    for (const { version, sql } of migrations) {
      await client.query(sql);
      await client.query('begin');
      const found = fingerprintOf(await readObjects(asking(client)));
      await client.query('commit');
      expect([version, found]).toEqual([version, expected.fingerprints[version]]);
    }
  });
});

test('a schema that is half applied goes on where it stopped', async () => {
  const database = newProject();
  await apply(database, { migrations: released });
  expect((await check(database)).version).toBe(released.at(-1)?.version);
  const lines = await apply(database);
  expect(lines.filter((line) => line.startsWith('Applied'))).toHaveLength(
    migrations.length - released.length,
  );
  expect(await check(database)).toEqual(whole);
});

test('indexes that a team made beforehand without a lock are let stand', async () => {
  const database = newProject();
  await apply(database, { migrations: released });
  for (const index of [
    'outbox_by_age on countersign_private.outbox (created_at)',
    'single_uses_by_time on countersign_private.single_uses (used_at)',
  ])
    postgres.psql(database, `create index concurrently ${index}`);
  await apply(database);
  expect(await check(database)).toEqual(whole);
});

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  const database = newProject();
  const broken = [
    ...migrations.slice(0, 3),
    {
      version: '20261122090300',
      name: 'record_activity',
      sql: 'create table countersign.half (id int); select 1 / 0;',
    },
  ];
  await expect(apply(database, { migrations: broken })).rejects.toThrow(
    /20261122090300_record_activity failed, and nothing of it was kept. The 3 before it were applied. .*division by zero/,
  );
  expect(postgres.psql(database, `select to_regclass('countersign.half') is null`).trim()).toBe('t');
  await apply(database);
  expect(await check(database)).toEqual(whole);
});

test('two who apply at once apply each migration once, and whoever came later hears who did', async () => {
  const database = newProject();
  const said = await Promise.all([1, 2, 3].map(() => apply(database, { lockTimeoutSeconds: 60 })));
  const applied = said.flat().filter((line) => line.startsWith('Applied'));
  expect(applied.sort()).toEqual(migrations.map(({ version, name }) => `Applied ${version}_${name}.`));
  for (const lines of said) {
    expect(lines.at(-1)).toMatch(new RegExp(`the database is at ${newest}`, 'i'));
    // Each migration was there before, or somebody else was faster: nothing goes unsaid.
    const own = lines.filter((line) => line.startsWith('Applied')).length;
    const others = lines.filter((line) => line.endsWith('was applied by somebody else meanwhile.')).length;
    if (own + others > 0 && own < migrations.length) expect(others).toBeGreaterThan(0);
  }
  expect(await check(database)).toEqual(whole);
});

test('a lock that somebody holds ends it in seconds, names them and not what they do, and it goes on later', async () => {
  const database = newProject();
  await withClient(
    database,
    async (holder) => {
      await holder.query('begin; lock table auth.users in access exclusive mode');
      const failed = await apply(database, { lockTimeoutSeconds: 1 }).catch((error: Error) => error.message);
      expect(failed).toContain(
        '_create_accounts_and_sessions failed, and nothing of it was kept. The 1 before it were applied.',
      );
      expect(failed).toContain('Somebody holds a lock');
      expect(failed).toMatch(
        /In a transaction now: countersign schema \(process \d+, idle in transaction, for \d+ s\)\./,
      );
      expect(failed).not.toContain('access exclusive');
      await holder.query('rollback');
    },
    'supabase_admin',
  );
  await apply(database);
  expect(await check(database)).toEqual(whole);
});

test('a newer schema than this version knows is refused and left as it is, by either record', async () => {
  const database = newProject();
  await apply(database);
  const refused =
    /newer schema than this version of Countersign knows \(20261122090900, .*Nothing was changed/;
  const older = migrations.slice(0, 9);
  await expect(apply(database, { migrations: older })).rejects.toThrow(refused);
  postgres.psql(
    database,
    `drop schema countersign_migrations cascade; create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    insert into supabase_migrations.schema_migrations values ('20990101000000', '{"create table countersign.new (id int)"}', 'new');
    insert into supabase_migrations.schema_migrations select '20990102000000', '{create table public.own (id int)}', 'own';`,
  );
  await expect(apply(database)).rejects.toThrow('knows (20990101000000)');
  const { isNewer, version } = await check(database);
  expect([isNewer, version]).toEqual([true, '20990101000000']);
  postgres.psql(database, `delete from supabase_migrations.schema_migrations where name = 'new'`);
  await apply(database);
  expect(isGoodEnough(await check(database))).toBe(true);
});

test('one SQL file does the same in one transaction, all of it or what comes after a version', async () => {
  const database = newProject();
  const inOne = ['-1'];
  postgres.psql(database, printSchema(released, null), 'postgres', inOne);
  postgres.psql(database, printSchema(migrations, released.at(-1)?.version ?? ''), 'postgres', inOne);
  expect(await check(database)).toEqual(whole);
  expect(await apply(database)).toEqual([`Nothing was to be done: the database is at ${newest}.`]);
});

test('a schema that nothing recorded is known by its objects, and never guessed', async () => {
  const database = newProject();
  for (const { sql } of released) postgres.psql(database, sql, 'postgres', ['-1']);
  postgres.psql(database, 'alter table countersign.wallets add column own_note text');
  await expect(apply(database)).rejects.toThrow(
    'nothing records how far, and it is not as any migration leaves it',
  );
  expect((await check(database)).changed).toContain('table countersign.wallets');
  await expect(apply(database, { assume: '20261122099999' })).rejects.toThrow(
    'There is no migration 20261122099999.',
  );
  postgres.psql(database, 'alter table countersign.wallets drop column own_note');
  const lines = await apply(database);
  expect(lines[0]).toBe(`${released.length} migrations were there already (recognised).`);
  expect(await check(database)).toEqual(whole);
});

test('whoever knows how far it goes says so, and the own column stays', async () => {
  const database = newProject();
  for (const { sql } of released) postgres.psql(database, sql, 'postgres', ['-1']);
  postgres.psql(database, 'alter table countersign.wallets add column own_note text');
  const lines = await apply(database, { assume: released.at(-1)?.version ?? '' });
  expect(lines.at(-1)).toBe(
    'Beside that it is not as this version expects: 0 missing, 1 changed, 0 extra. npm run schema -- check lists them.',
  );
  expect(await check(database)).toEqual({ ...whole, changed: ['table countersign.wallets'] });
});

test('what somebody took away, changed or added by hand is named', async () => {
  const database = newProject();
  await apply(database);
  postgres.psql(
    database,
    `drop policy "people read their own rows" on countersign.wallets;
    grant select on countersign.wallets to anon;
    grant execute on function countersign.record_proof to authenticated;
    revoke select on countersign.accounts from authenticated;
    alter table countersign.proofs disable row level security;
    drop index countersign_private.outbox_by_due;
    create function countersign.own() returns int language sql as 'select 1';`,
  );
  const found = await check(database);
  expect(found.missing).toEqual([
    'grant on table countersign.accounts to authenticated',
    'index countersign_private.outbox_by_due',
    'policy "people read their own rows" on countersign.wallets',
  ]);
  expect(found.changed).toEqual(['table countersign.proofs']);
  expect(found.extra).toEqual([
    'function countersign.own()',
    'grant on function countersign.own() to public',
    'grant on function countersign.record_proof(uuid,uuid,uuid,text,text,text) to authenticated',
    'grant on table countersign.wallets to anon',
  ]);
});

test('a database that is no project, or whose Auth never started, is left as it is', async () => {
  postgres.psql('postgres', 'create database bare', 'supabase_admin');
  await expect(apply('bare')).rejects.toThrow('Start Auth once, then run this again. Nothing was changed.');
  const database = newProject();
  postgres.psql(database, 'create role visitor login', 'supabase_admin');
  await expect(apply(database, { role: 'visitor' })).rejects.toThrow(
    'The role visitor may not act as postgres',
  );
  postgres.psql(
    'postgres',
    `alter database ${database} set default_transaction_read_only = on`,
    'supabase_admin',
  );
  await expect(apply(database)).rejects.toThrow('The database is read-only');
});
