import type pg from 'pg';
import { fixDifference } from '../../../cli/doctor/fix-sql';
import { applySchema } from '../../../cli/schema/apply-schema';
import { checkByDatabase, isGoodEnough } from '../../../cli/schema/check-schema';
import { connect } from '../../../cli/schema/connect';
import { type Migration, readExpectedSchema, readMigrations } from '../../../cli/schema/migrations-folder';
import { printSchema } from '../../../cli/schema/print-schema';
import { makeProject, prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';

const migrations = readMigrations();
const expected = readExpectedSchema();
const newest = expected.version;
const baseline = migrations.slice(0, 1);
const addition: Migration = {
  version: '20990101000000',
  name: 'add_a_note',
  sql: 'alter table countersign.wallets add column note text;',
};
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
  lockTimeoutSeconds?: number;
  on?: Postgres;
  role?: string;
  /** Awaited after the database's state was read, before any migration is applied. */
  onceRead?: () => Promise<void>;
};

/** Applies like the command. Returns its output. */
async function apply(database: string, given: Given = {}): Promise<string[]> {
  const lines: string[] = [];
  const client = await connect((given.on ?? postgres).url(database, given.role));
  const { onceRead } = given;
  if (onceRead) waitAfterFirstCommit(client, onceRead);
  try {
    await applySchema(client, {
      migrations: given.migrations ?? migrations,
      expected,
      lockTimeoutSeconds: given.lockTimeoutSeconds ?? 5,
      say: (line) => void lines.push(line),
    });
  } finally {
    await client.end();
  }
  return lines;
}

function waitAfterFirstCommit(client: pg.Client, wait: () => Promise<void>): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  const waitOnce = async (...given: unknown[]) => {
    const answer = await query(...given);
    if (given[0] !== 'commit') return answer;
    client.query = query as typeof client.query;
    await wait();
    return answer;
  };
  client.query = waitOnce as typeof client.query;
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

test('an empty project gets all expected objects, and a second run changes nothing', async () => {
  const database = newProject();
  const lines = await apply(database);
  expect(lines.filter((line) => line.startsWith('Applied'))).toHaveLength(migrations.length);
  expect(lines.at(-1)).toBe(`The database is at ${newest}.`);
  expect(await check(database)).toEqual(whole);
  expect(await apply(database)).toEqual([`Nothing to do: the database is at ${newest}.`]);
  // As the server reads it over REST.
  const told = JSON.parse(
    postgres.psql(database, 'set role service_role; select countersign.describe_schema()'),
  );
  expect(told).toEqual({ version: newest, objects: expected.objects });
  // postgres owns the schemas, whichever role connects, as on a hosted project.
  const owners = "select distinct nspowner::regrole from pg_namespace where nspname like 'countersign%'";
  expect(postgres.psql(database, owners).trim()).toBe('postgres');
});

test('the SQL of `doctor --fix-sql` restores functions, policies and rights, and revokes extra ones', async () => {
  const database = newProject();
  await apply(database);
  postgres.psql(
    database,
    `drop function countersign_private.token_aal() cascade;
     create or replace function countersign_private.write_base64(p_bytes bytea) returns text language sql as $$ select '' $$;
     drop policy "people read their own rows" on countersign.accounts;
     create role "my app";
     grant select on countersign.proofs to "my app", anon;
     grant execute on function countersign.describe_schema() to public;
     revoke all on function countersign.describe_schema() from service_role;`,
  );
  const broken = await check(database);
  expect([broken.missing.length > 1, broken.changed.length > 0, broken.extra.length > 1]).toEqual(
    Array(3).fill(true),
  );
  postgres.psql(database, ['begin;', ...fixDifference(broken, migrations), 'commit;'].join('\n'));
  expect(await check(database)).toEqual(whole);
});

test('objects belong to postgres, even if the superuser applies the schema', async () => {
  const database = newProject();
  await apply(database, { role: 'supabase_admin' });
  const owners = `select distinct r::text from (
    select nspowner::regrole as r from pg_namespace where nspname like 'countersign%'
    union select proowner::regrole from pg_proc where pronamespace in ('countersign'::regnamespace, 'countersign_private'::regnamespace)
    union select relowner::regrole from pg_class where relnamespace::regnamespace::text like 'countersign%') o`;
  expect(postgres.psql(database, owners).trim()).toBe('postgres');
});

test('of three concurrent runs, one applies each migration, and the others report that', async () => {
  const database = newProject();
  const waiting: (() => void)[] = [];
  const onceAllHaveRead = () =>
    new Promise<void>((go) => {
      waiting.push(go);
      if (waiting.length === 3) for (const next of waiting) next();
    });
  const given = { lockTimeoutSeconds: 60, onceRead: onceAllHaveRead };
  const said = await Promise.all([1, 2, 3].map(() => apply(database, given)));
  for (const { version, name } of migrations)
    expect(
      said
        .flat()
        .filter((line) => line.includes(name))
        .sort(),
    ).toEqual([
      ...Array(2).fill(`${version}_${name} was applied by another process.`),
      `Applied ${version}_${name}.`,
    ]);
  for (const lines of said) expect(lines.at(-1)).toBe(`The database is at ${newest}.`);
  expect(await check(database)).toEqual(whole);
});

test('applies a later migration alone; a failed one is rolled back, and earlier ones stay', async () => {
  const database = newProject();
  await apply(database, { migrations: baseline });
  const broken = { ...addition, sql: 'create table countersign.half (id int); select 1 / 0;' };
  await expect(apply(database, { migrations: [...baseline, broken] })).rejects.toThrow(
    /20990101000000_add_a_note failed and was rolled back. .*division by zero/,
  );
  expect(postgres.psql(database, `select to_regclass('countersign.half') is null`).trim()).toBe('t');
  const lines = await apply(database, { migrations: [...baseline, addition] });
  expect(lines.slice(0, 2)).toEqual([
    'Applied 20990101000000_add_a_note.',
    'The database is at 20990101000000.',
  ]);
});

test('a held lock stops it in seconds; it names the holder but no query, and continues later', async () => {
  const database = newProject();
  await withClient(
    database,
    async (holder) => {
      await holder.query('begin; lock table auth.users in access exclusive mode');
      const failed = await apply(database, { lockTimeoutSeconds: 1 }).catch((error: Error) => error.message);
      expect(failed).toContain('_baseline failed and was rolled back.');
      expect(failed).toContain('Another transaction holds a lock');
      expect(failed).toMatch(
        /Open transactions: countersign schema \(process \d+, idle in transaction, for \d+ s\)\./,
      );
      expect(failed).not.toContain('access exclusive');
      await holder.query('rollback');
    },
    'supabase_admin',
  );
  await apply(database);
  expect(await check(database)).toEqual(whole);
});

test('refuses a newer schema and changes nothing, by either record', async () => {
  const database = newProject();
  await apply(database, { migrations: [...migrations, addition] });
  await expect(apply(database)).rejects.toThrow(
    /newer schema than this version of Countersign \(20990101000000\).*Nothing was changed/,
  );
  postgres.psql(
    database,
    `drop schema countersign_migrations cascade; create schema supabase_migrations;
    alter table countersign.wallets drop column note;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    insert into supabase_migrations.schema_migrations values ('20990101000000', array['create or replace function countersign.schema_version() as $$ select ''20990101000000'' $$'], 'new');
    insert into supabase_migrations.schema_migrations select '20990102000000', '{create table public.own (id int)}', 'own';`,
  );
  await expect(apply(database)).rejects.toThrow('version of Countersign (20990101000000)');
  const { isNewer, version } = await check(database);
  expect([isNewer, version]).toEqual([true, '20990101000000']);
  postgres.psql(database, `delete from supabase_migrations.schema_migrations where name = 'new'`);
  await apply(database);
  expect(isGoodEnough(await check(database))).toBe(true);
});

test('one SQL file does the same in one transaction, for all migrations or those after a version', async () => {
  const database = newProject();
  const inOne = ['-1'];
  postgres.psql(database, printSchema(migrations, null), 'postgres', inOne);
  expect(await check(database)).toEqual(whole);
  postgres.psql(database, printSchema([...migrations, addition], newest), 'postgres', inOne);
  expect(await check(database)).toMatchObject({ isNewer: true, changed: ['table countersign.wallets'] });
});

test('records a complete unrecorded schema, and refuses a changed one without touching it', async () => {
  const database = newProject();
  for (const { sql } of migrations) postgres.psql(database, sql, 'postgres', ['-1']);
  postgres.psql(database, 'alter table countersign.wallets add column own_note text');
  await expect(apply(database)).rejects.toThrow('unfinished, edited, or from an unrecorded version');
  expect((await check(database)).changed).toEqual(['table countersign.wallets']);
  postgres.psql(database, 'alter table countersign.wallets drop column own_note');
  const lines = await apply(database);
  expect(lines[0]).toBe(`${migrations.length} migrations were already applied (recognised).`);
  expect(await check(database)).toEqual(whole);
});

test('later migrations keep all that a site of 1.0.0 calls and reads, so that both run during a rollout', async () => {
  /** Functions that the server may call, with arguments and result, and columns that signed-in users may read. */
  const surface = async (database: string): Promise<string[]> =>
    await withClient(database, async (client) => {
      const { rows } = await client.query<{ line: string }>(
        `select concat_ws(' ', p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid)) as line
        from pg_proc p where p.pronamespace = 'countersign'::regnamespace and has_function_privilege('service_role', p.oid, 'execute')
        union select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod))
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'countersign'::regnamespace and has_column_privilege('authenticated', c.oid, a.attnum, 'select')`,
      );
      return rows.map(({ line }) => line);
    });
  const [first, database] = [newProject(), newProject()];
  await apply(first, { migrations: baseline });
  await apply(database);
  const promised = await surface(first);
  expect(promised.length).toBeGreaterThan(100);
  expect(await surface(database)).toEqual(expect.arrayContaining(promised));
  postgres.psql(database, 'alter function countersign.list_sessions rename to sessions_of_account');
  expect(await surface(database)).not.toEqual(expect.arrayContaining(promised));
});

test('refuses an outdated Auth, names what it lacks, and creates nothing', async () => {
  const database = newProject();
  postgres.psql(
    database,
    'drop table auth.one_time_tokens; alter table auth.identities drop column provider_id',
    'supabase_admin',
  );
  await expect(apply(database)).rejects.toThrow(
    'Countersign needs Supabase Auth 2.151 or newer, and this project lacks auth.identities.provider_id, auth.one_time_tokens. ' +
      'Update Auth and start it once, so that it migrates its tables, then run this again. Nothing was created.',
  );
  expect(postgres.psql(database, `select to_regnamespace('countersign') is null`).trim()).toBe('t');
});

test('reports objects that were removed, changed or added by hand', async () => {
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

test('changes nothing in a database that is not a project, or whose Auth never started', async () => {
  postgres.psql('postgres', 'create database bare', 'supabase_admin');
  await expect(apply('bare')).rejects.toThrow('Start Auth once, then run this again. Nothing was changed.');
  const database = newProject();
  postgres.psql(database, 'create role visitor login', 'supabase_admin');
  await expect(apply(database, { role: 'visitor' })).rejects.toThrow(
    'The role visitor is not a member of postgres',
  );
  postgres.psql(
    'postgres',
    `alter database ${database} set default_transaction_read_only = on`,
    'supabase_admin',
  );
  await expect(apply(database)).rejects.toThrow('The database is read-only');
});
