import type pg from 'pg';
import { connect } from '../../scripts/schema/connect';
import { makeAppliedProject } from '../testing/make-applied-project';
import { prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';

let postgres: Postgres;
let client: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  prepareCluster(postgres);
  const database = await makeAppliedProject(postgres, 'sweeps');
  client = await connect(postgres.url(database, 'supabase_admin'));
});
afterAll(async () => {
  await client?.end();
  await postgres.remove();
});

const hash = (of: string) => `encode(sha256(convert_to(${of}, 'UTF8')), 'hex')`;

/** What adds one row and deletes old ones, the table, and what adds old rows. */
const sweeps: [name: string, call: string, table: string, add: (from: number, to: number) => string][] = [
  [
    'consume_rate_limit',
    `select countersign.consume_rate_limit('test', jsonb_build_array(jsonb_build_object(
      'key_hash', ${hash('clock_timestamp()::text')}, 'attempts', 10, 'window_seconds', 3600)))`,
    'countersign_private.rate_limits',
    (from, to) => `insert into countersign_private.rate_limits (kind, key_hash, attempts, window_ends_at)
      select 'test', ${hash("'old ' || n")}, 1, now() - interval '1 hour' from generate_series(${from}, ${to}) n`,
  ],
  [
    'begin_mail',
    `select countersign.begin_mail(${hash('clock_timestamp()::text')})`,
    'countersign_private.single_uses',
    // Those of the other kind are not its own to delete, nor to read through: they are older.
    (from, to) => `insert into countersign_private.single_uses (kind, key_hash, used_at)
      select kind, ${hash("'old ' || n")}, now() - age from generate_series(${from}, ${to}) n,
        (values ('mail', interval '1 hour'), ('mail_token', interval '2 hours')) as o (kind, age)`,
  ],
];

type Plan = { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] };

/** Pages of 8 kB that a call touches, those inside of it too. */
async function countPages(call: string): Promise<number> {
  const { rows } = await client.query<Plan>(`explain (analyze, buffers, timing off, format json) ${call}`);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  return (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN);
}

async function countRows(table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}

test.each(sweeps)(
  '%s deletes ten old rows a call and touches as many pages of a table that grew since its plan was made',
  async (_name, call, table, add) => {
    // As a connection that was there when the table was small: from the sixth call on it keeps the plan.
    await client.query(add(1, 3));
    await client.query(`analyze ${table}`);
    for (let asked = 0; asked < 12; asked += 1) await client.query(call);
    await client.query(add(101, 1100));
    await countPages(call);
    const whenSmall = await countPages(call);

    await client.query(add(10_001, 60_000));
    const before = await countRows(table);
    const pages = await countPages(call);
    // One is added.
    expect(await countRows(table)).toBe(before - 10 + 1);
    expect(pages).toBeLessThan(whenSmall * 2);
    expect(pages).toBeLessThan(150);
  },
);
