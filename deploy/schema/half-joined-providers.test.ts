import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { connect } from '../../scripts/schema/connect';
import { makeAppliedProject } from '../testing/make-applied-project';
import { prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';

// What somebody began with a provider counts for the account that a wallet is about to open: it would get them in beside the wallet.

let postgres: Postgres;
let client: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  prepareCluster(postgres);
  client = await connect(postgres.url(await makeAppliedProject(postgres, 'flows'), 'supabase_admin'));
  await client.query(`insert into auth.flow_state (id, provider_type, authentication_method, created_at, updated_at)
    select gen_random_uuid(), 'github', 'oauth', now(), now() from generate_series(1, 20000)`);
  await client.query('analyze auth.flow_state');
});
afterAll(async () => {
  await client?.end();
  await postgres.remove();
});

async function addFlow(column: 'user_id' | 'linking_target_id'): Promise<string> {
  const person = randomUUID();
  await client.query(
    `insert into auth.flow_state (id, ${column}, provider_type, authentication_method, created_at, updated_at)
      values (gen_random_uuid(), $1, 'github', 'oauth', now(), now())`,
    [person],
  );
  return person;
}

async function holdsOnlyWallet(person: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ holds: boolean }>(
    `select countersign_private.holds_only_wallet($1, 'web3:solana:x') as holds`,
    [person],
  );
  return rows[0]?.holds;
}

/** How often the table was read from its start meanwhile. What this connection did before counts too until it was told. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { rows } = await client.query<{ reads: string }>(
      `select seq_scan as reads from pg_stat_xact_user_tables where relid = 'auth.flow_state'::regclass`,
    );
    return Number(rows[0]?.reads);
  };
  await client.query('begin');
  try {
    const before = await read();
    await work();
    return (await read()) - before;
  } finally {
    await client.query('rollback');
  }
}

test.each(['user_id', 'linking_target_id'] as const)(
  'what was begun by %s is found, and goes',
  async (column) => {
    const person = await addFlow(column);
    expect(await holdsOnlyWallet(person)).toBe(false);
    await client.query(`select countersign_private.clear_all_but_wallet($1, 'web3:solana:x')`, [person]);
    expect(await holdsOnlyWallet(person)).toBe(true);
  },
);

test("an account's own are looked up by Auth's index among those of everybody", async () => {
  const person = await addFlow('user_id');
  expect(await countReads(() => holdsOnlyWallet(person))).toBe(0);
});

test('an Auth that does not know whom a provider is joined to is asked for the rest', async () => {
  const person = await addFlow('user_id');
  await client.query('alter table auth.flow_state drop column linking_target_id');
  expect(await holdsOnlyWallet(person)).toBe(false);
  await client.query(`select countersign_private.clear_all_but_wallet($1, 'web3:solana:x')`, [person]);
  expect(await holdsOnlyWallet(person)).toBe(true);
});
