import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applySchema } from '../../../cli/schema/apply-schema';
import { checkByDatabase, isGoodEnough } from '../../../cli/schema/check-schema';
import { connect } from '../../../cli/schema/connect';
import { type Migration, readExpectedSchema, readMigrations } from '../../../cli/schema/migrations-folder';
import { printSchema } from '../../../cli/schema/print-schema';
import { installTool } from '../../../scripts/prepare/install-tool';
import { makeProject, prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';

// The README's commands, with the version of the Supabase CLI that it names, on a PostgreSQL with Auth's tables.

const tool = 'lab/programs/supabase-cli';
if (`${process.platform} ${process.arch}` !== 'linux x64')
  throw new Error(
    `This test needs Linux on x64: ${tool} has the Supabase CLI for nothing else, and this is ${process.platform} on ${process.arch}.`,
  );
const migrations = readMigrations();
const expected = readExpectedSchema();
const later: Migration[] = [
  ...migrations,
  {
    version: '20990101000000',
    name: 'add_a_note',
    sql: 'alter table countersign.wallets add column note text;',
  },
];
const home = mkdtempSync(join(tmpdir(), 'countersign-cli-'));
let postgres: Postgres;

beforeAll(async () => {
  await installTool(join(process.cwd(), tool));
  postgres = await startPostgres();
  prepareCluster(postgres);
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await postgres.remove();
});

/** A checkout with these migrations. */
function makeCheckout(files: Migration[]): string {
  const checkout = mkdtempSync(join(home, 'checkout-'));
  const folder = join(checkout, 'supabase', 'migrations');
  mkdirSync(folder, { recursive: true });
  for (const { version, name, sql } of files) writeFileSync(join(folder, `${version}_${name}.sql`), sql);
  return checkout;
}

/** `db push --remote`, as in the README. The URL replaces the linked project. */
const push = (checkout: string, database: string) => runCli(checkout, database, ['db', 'push', '--yes']);

function runCli(checkout: string, database: string, command: string[]) {
  const ran = spawnSync(
    join(process.cwd(), tool, 'node_modules/@supabase/cli-linux-x64/bin/supabase'),
    [...command, `--remote=${postgres.url(database)}`],
    {
      cwd: checkout,
      encoding: 'utf8',
      // No settings of this machine's user, and no telemetry.
      env: {
        NODE_ENV: 'test',
        PATH: process.env.PATH,
        HOME: home,
        DO_NOT_TRACK: '1',
        SUPABASE_TELEMETRY_DISABLED: '1',
      },
    },
  );
  return { code: ran.status, output: `${ran.stdout}${ran.stderr}` };
}

const check = (database: string) => checkByDatabase(postgres.url(database), migrations, expected);

async function apply(database: string, wanted = migrations): Promise<string[]> {
  const lines: string[] = [];
  const client = await connect(postgres.url(database));
  try {
    const options = { migrations: wanted, expected, lockTimeoutSeconds: 5 };
    await applySchema(client, { ...options, say: (line) => void lines.push(line) });
  } finally {
    await client.end();
  }
  return lines;
}

test('the README names the tested version', () => {
  const { dependencies } = JSON.parse(readFileSync(join(tool, 'package.json'), 'utf8'));
  const readme = readFileSync('README.md', 'utf8');
  const named = readme.match(/supabase@[\d.]+\d/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(new Set(named)).toEqual(new Set([`supabase@${dependencies['@supabase/cli-linux-x64']}`]));
  expect(readme).toContain('db push --remote');
});

test('the CLI pushes every migration, and `schema apply` recognizes them', async () => {
  const database = makeProject(postgres, 'pushed');
  const pushed = push(makeCheckout(migrations), database);
  expect([pushed.code, pushed.output]).toEqual([0, expect.stringContaining(expected.version)]);
  expect(await check(database)).toMatchObject({
    version: expected.version,
    missing: [],
    changed: [],
    extra: [],
  });
  const told = JSON.parse(
    postgres.psql(database, 'set role service_role; select countersign.describe_schema()'),
  );
  expect(told).toEqual({ version: expected.version, objects: expected.objects });
  expect(await apply(database)).toEqual([
    `${migrations.length} migrations were already applied (supabase cli).`,
    `Nothing to do: the database is at ${expected.version}.`,
  ]);
});

test('`schema apply` continues after the CLI, which then has nothing left to push', async () => {
  const database = makeProject(postgres, 'begun');
  expect(push(makeCheckout(migrations), database).code).toBe(0);
  expect(await apply(database, later)).toContain('Applied 20990101000000_add_a_note.');
  const again = push(makeCheckout(later), database);
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('up to date')]);
});

test('the CLI refuses to push migrations of `schema apply` again, until migration repair records them', async () => {
  const database = makeProject(postgres, 'repaired');
  await apply(database);
  const checkout = makeCheckout(migrations);
  const refused = push(checkout, database);
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain('already exists');
  expect(isGoodEnough(await check(database))).toBe(true);
  const repaired = runCli(checkout, database, [
    'migration',
    'repair',
    '--yes',
    '--status',
    'applied',
    ...migrations.map(({ version }) => version),
  ]);
  expect([repaired.code, repaired.output]).toEqual([0, expect.any(String)]);
  expect(push(checkout, database).output).toContain('up to date');
});

test('a project that pushes the printed SQL as its own migration is at this version, and stays there', async () => {
  const database = makeProject(postgres, 'printed');
  const own = (version: string, sql: string) => ({ version, name: 'own', sql });
  const files = [
    own('20980101000000', printSchema(migrations, null)),
    own('20980102000000', "comment on table countersign.wallets is 'Of ours too.';"),
  ];
  const pushed = push(makeCheckout(files), database);
  expect([pushed.code, pushed.output]).toEqual([0, expect.stringContaining('20980102000000')]);
  expect(await check(database)).toMatchObject({ version: expected.version, isNewer: false });
  expect((await apply(database)).at(-1)).toContain('Nothing to do');
});
