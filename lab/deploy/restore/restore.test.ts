import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applySchema } from '../../../cli/schema/apply-schema';
import { connect } from '../../../cli/schema/connect';
import { readExpectedSchema, readMigrations } from '../../../cli/schema/migrations-folder';
import { describeCatalogue } from '../../../supabase/testing/describe-catalogue';
import { asServer, type Filled, fillProject, openSession } from '../testing/fill-project';
import { makeProject, prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';
import { verifyProofs } from '../testing/verify-proofs';
import { waitUntil } from '../testing/wait-until';

// The drill of docs/operations.md: dumps a project, loses its cluster, and restores into a new one.

const folder = mkdtempSync(join(tmpdir(), 'countersign-drill-'));
const dump = join(folder, 'dump');
const expected = readExpectedSchema();
let lost: Postgres;
let renewed: Postgres;
let people: Filled[];
let before: Record<string, string>;
let catalogue: string;
let ofCutDump: ReturnType<typeof run>;

beforeAll(async () => {
  [lost, renewed] = await Promise.all([startPostgres(), startPostgres()]);
  for (const postgres of [lost, renewed]) {
    prepareCluster(postgres);
    await apply(postgres, makeProject(postgres, 'site'));
  }
  people = fillProject(lost, 'site');
  before = countRows(lost);
  catalogue = await describe(lost);
  expect(run('dump.sh', [lost.url('site'), dump])).toMatchObject({ code: 0 });
  await lost.remove();
  const cut = join(folder, 'cut');
  cpSync(dump, cut, { recursive: true });
  truncateSync(join(cut, 'data'), Math.floor(statSync(join(cut, 'data')).size * 0.8));
  ofCutDump = run('restore.sh', [cut, renewed.url('site')]);
  expect(run('restore.sh', [dump, renewed.url('site')])).toEqual({
    code: 0,
    output: 'Restored 2 accounts and 2 proofs.\n',
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([lost.remove(), renewed.remove()]);
});

test('refuses a truncated dump, and leaves the project empty for a complete one', () => {
  expect(ofCutDump.code).not.toBe(0);
  expect(ofCutDump.output).not.toContain('Restored');
});

async function apply(postgres: Postgres, database: string): Promise<void> {
  const client = await connect(postgres.url(database));
  const options = { migrations: readMigrations(), expected, lockTimeoutSeconds: 5, say: () => undefined };
  await applySchema(client, options).finally(() => client.end());
}

function run(script: string, args: readonly string[], variables: Record<string, string> = {}) {
  const env = { ...process.env, ...variables };
  const options = { encoding: 'utf8', timeout: 120_000, env } as const;
  const ran = spawnSync('sh', [join('deploy/restore', script), ...args], options);
  return { code: ran.status, output: `${ran.stdout}${ran.stderr}` };
}

async function describe(postgres: Postgres): Promise<string> {
  const client = await connect(postgres.url('site'));
  try {
    await client.query('begin');
    const query = async <Row>(sql: string, parameters?: unknown[]) =>
      (await client.query(sql, parameters)).rows as Row[];
    return await describeCatalogue(query, [
      'countersign',
      'countersign_private',
      'countersign_migrations',
      'public',
      'auth',
    ]);
  } finally {
    await client.end();
  }
}

/** For every table in a dump, the number of rows and a hash of them. */
function countRows(postgres: Postgres): Record<string, string> {
  const tables = postgres.psql(
    'site',
    `select format('%I.%I', schemaname, tablename) from pg_tables where schemaname in ('countersign', 'countersign_private')
      or schemaname = 'auth' and tablename in ('users', 'identities', 'mfa_factors', 'webauthn_credentials') order by 1`,
  );
  return Object.fromEntries(
    tables
      .trim()
      .split('\n')
      .map((table) => [
        table,
        postgres
          .psql('site', `select count(*), md5(string_agg(t::text, e'\\n' order by t::text)) from ${table} t`)
          .trim(),
      ]),
  );
}

test('the restore runs ANALYZE', () => {
  expect(
    renewed.psql('site', `select reltuples from pg_class where oid = 'countersign.proofs'::regclass`).trim(),
  ).toBe('2');
});

test('restores every row of every table', () => {
  expect(before['countersign.proofs']).toMatch(/^2\|/);
  expect(countRows(renewed)).toEqual(before);
});

test('every proof verifies offline', () => {
  const ids = people.map(({ userId }) => userId);
  expect(verifyProofs(renewed, 'site', ids)).toMatchObject({ count: 2, code: 0, output: expect.any(String) });
});

test('rights, policies, functions, triggers and default privileges are unchanged', async () => {
  expect(await describe(renewed)).toBe(catalogue);
});

test('restores no sessions, and a user who signs in sees only their own wallets', () => {
  const [ann] = people;
  if (!ann) throw new Error('Nobody is there.');
  expect(renewed.psql('site', 'select count(*) from auth.sessions').trim()).toBe('0');
  const right = `select encrypted_password = extensions.crypt('${ann.password}', encrypted_password) from auth.users where id = '${ann.userId}'`;
  expect(renewed.psql('site', right).trim()).toBe('t');
  const sessionId = openSession(renewed, 'site', ann.userId);
  const claims = JSON.stringify({
    sub: ann.userId,
    session_id: sessionId,
    role: 'authenticated',
    aal: 'aal1',
  });
  const seen = renewed.psql(
    'site',
    `select set_config('request.jwt.claims', '${claims}', false); set role authenticated; select address from countersign.live_wallets`,
  );
  expect(seen.trim().split('\n').slice(1)).toEqual([ann.address]);
  // Sequences continue, so that the next event gets a new id.
  asServer(renewed, 'site', `countersign.start_export('${ann.userId}', '${sessionId}', 'Firefox on Linux')`);
});

test('refuses a project that has accounts, and one with another schema', async () => {
  const before = countRows(renewed);
  expect(run('restore.sh', [dump, renewed.url('site')])).toMatchObject({
    code: 1,
    output: expect.stringContaining('This project already has 2 accounts'),
  });
  expect(countRows(renewed)).toEqual(before);
  const older = makeProject(renewed, 'older');
  await apply(renewed, older);
  renewed.psql(older, 'alter table countersign.wallets drop column label cascade');
  const tampered = makeProject(renewed, 'changed');
  await apply(renewed, tampered);
  renewed.psql(tampered, 'grant select on countersign.wallets to anon');
  for (const database of [older, tampered])
    expect(run('restore.sh', [dump, renewed.url(database)])).toMatchObject({
      code: 1,
      output: expect.stringContaining("differs from the dump's"),
    });
});

test('names what a project lacks for a restore before it changes anything', async () => {
  const empty = makeProject(renewed, 'lacking');
  expect(run('restore.sh', [dump, renewed.url(empty)])).toEqual({
    code: 1,
    output:
      'This project lacks countersign.proofs. Start Auth so that it creates its tables, then run npm run schema -- apply. Nothing was changed.\n',
  });
  await apply(renewed, empty);
  const right = 'set on parameter session_replication_role';
  renewed.psql('postgres', `revoke ${right} from postgres`, 'supabase_admin');
  try {
    expect(run('restore.sh', [dump, renewed.url(empty)])).toMatchObject({
      code: 1,
      output: expect.stringContaining(`As a superuser, run: grant ${right} to postgres;`),
    });
  } finally {
    renewed.psql('postgres', `grant ${right} to postgres`, 'supabase_admin');
  }
  expect(run('restore.sh', [dump, renewed.url(empty)])).toMatchObject({ code: 0 });
});

test('refuses a folder that is not a dump before it connects', () => {
  expect(run('restore.sh', [folder, 'postgres://nobody@127.0.0.1:1/nothing'])).toEqual({
    code: 1,
    output: `${folder} is not a readable dump: schema or data is missing. Nothing was changed.\n`,
  });
});

async function whileLocked(table: string, work: () => Promise<void> | void): Promise<void> {
  const holder = await connect(renewed.url('site', 'supabase_admin'));
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await holder.end();
  }
}

test.each([
  ['restore.sh', 'auth.users', () => [dump, renewed.url('site')]],
  ['dump.sh', 'countersign.proofs', () => [renewed.url('site'), join(folder, 'second')]],
] as const)('%s fails with a lock timeout while another connection locks %s', (script, table, args) =>
  whileLocked(table, () => {
    const { code, output } = run(script, args(), { LOCK_TIMEOUT: '100ms' });
    expect(code).not.toBe(0);
    expect(output).toContain('lock timeout');
  }),
);

test('a stopped restore leaves no rows in the temporary folder', () =>
  whileLocked('auth.users', async () => {
    const scratch = mkdtempSync(join(folder, 'scratch-'));
    const env = { ...process.env, TMPDIR: scratch };
    // A process group, so that the signal reaches the shell and its children, like Ctrl-C.
    const options = { detached: true, stdio: 'ignore', env } as const;
    const child = spawn('sh', ['deploy/restore/restore.sh', dump, renewed.url('site')], options);
    const ended = once(child, 'exit');
    const waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";
    await waitUntil('it waits for the lock', () => renewed.psql('site', waiting).trim() === '1');
    expect(readdirSync(scratch)).toHaveLength(1);
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
    expect(readdirSync(scratch)).toEqual([]);
  }));

test('a proof with a changed byte does not verify', () => {
  const [ann] = people;
  renewed.psql(
    'site',
    `set session_replication_role = replica; update countersign.proofs set signature = set_byte(signature, 3, 255 - get_byte(signature, 3)) where id = '${ann?.proofId}'`,
    'supabase_admin',
  );
  expect(verifyProofs(renewed, 'site', [ann?.userId ?? ''])).toMatchObject({ count: 1, code: 1 });
});
