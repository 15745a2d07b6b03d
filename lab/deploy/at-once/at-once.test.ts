import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { connect } from '../../../cli/schema/connect';
import { addUser, asServer, openSession } from '../testing/fill-project';
import { makeAppliedProject } from '../testing/make-applied-project';
import { prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';
import { waitUntil } from '../testing/wait-until';

// Concurrent calls, on a PostgreSQL where connections wait for each other. The local backend has only one connection.

let postgres: Postgres;
let database: string;
let first: pg.Client;
let second: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  prepareCluster(postgres);
  database = await makeAppliedProject(postgres, 'at_once');
  [first, second] = await Promise.all([connect(postgres.url(database)), connect(postgres.url(database))]);
});
afterAll(async () => {
  await Promise.all([first?.end(), second?.end()]);
  await postgres.remove();
});

type Call = [sql: string, values?: unknown[]];
type Answer = { answer: unknown } | { refused: string };

const ask = (client: pg.Client, sql: string, values: unknown[] = []): Promise<Answer> =>
  client.query(sql, values).then(
    ({ rows }) => ({ answer: Object.values((rows[0] ?? {}) as object)[0] }),
    (error: Error) => ({ refused: error.message }),
  );

/** The number of calls that wait for a lock, seen by the first connection from within its transaction. */
async function countWaiting(): Promise<number> {
  await first.query('select pg_stat_clear_snapshot()');
  const waiting = await first.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.rowCount ?? 0;
}

/**
 * The first connection makes a call in a transaction, and the second one's call waits for it. The first connection may change more
 * before it commits.
 */
async function atOnce(one: Call, other: Call = one, change?: Call): Promise<[Answer, Answer]> {
  await first.query('begin');
  try {
    const begun = await ask(first, ...one);
    let isAnswered = false;
    const waiting = ask(second, ...other).finally(() => {
      isAnswered = true;
    });
    await waitUntil('the second waits for the first', async () => {
      if (isAnswered) throw new Error(`The second did not wait: ${JSON.stringify(await waiting)}`);
      return (await countWaiting()) === 1;
    });
    if (change) await first.query(...change);
    await first.query('commit');
    return [begun, await waiting];
  } finally {
    // Later tests use the same connection.
    await first.query('rollback');
  }
}

function addPerson() {
  const userId = addUser(postgres, database, `${crypto.randomUUID()}@example.com`, 'a password');
  const sessionId = openSession(postgres, database, userId);
  asServer(postgres, database, `countersign.ensure_account('${userId}', '${sessionId}')`);
  return { userId, sessionId };
}

const holdAccount = (userId: string): Call => [
  'select from countersign.accounts where user_id = $1 for update',
  [userId],
];

describe('two concurrent operators', () => {
  const close = (id: string): Call => ['select countersign.close_account_by_operator($1, $2)', [id, 'Fraud']];
  const onAccount = (name: string, id: string): Call => [
    `select countersign.${name}($1, $2)`,
    [id, 'Asked by phone'],
  ];

  test('close an account once, and the second one learns that it is closed', async () => {
    const { userId } = addPerson();
    const [done, late] = await atOnce(close(userId));
    expect(done).toMatchObject({ answer: { was_closed: false } });
    expect(late).toMatchObject({ answer: { was_closed: true } });
    const pending = 'select count(*)::int from countersign_private.pending_deletions where user_id = $1';
    expect(await ask(first, pending, [userId])).toEqual({ answer: 1 });
  });

  test.each(['end_sessions_by_operator', 'remove_second_factor_by_operator'])(
    'close an account while the other one runs %s, which is refused',
    async (name) => {
      const { userId } = addPerson();
      const [done, late] = await atOnce(close(userId), onAccount(name, userId));
      expect(done).toMatchObject({ answer: { was_closed: false } });
      expect(late).toEqual({ refused: 'operator.account_going' });
    },
  );

  test('end sessions and close the same account: it is closed', async () => {
    const { userId } = addPerson();
    const [, late] = await atOnce(onAccount('end_sessions_by_operator', userId), close(userId));
    expect(late).toMatchObject({ answer: { was_closed: false } });
  });

  const hash = (letter: string) => letter.repeat(43);

  async function addApp(): Promise<string> {
    const described = {
      name: 'Wallet Gate',
      redirect_uris: ['https://gate.example/cb'],
      is_confidential: true,
    };
    const added = await first.query('select countersign.add_oauth_client($1, $2) as id', [
      described,
      hash('a'),
    ]);
    return (added.rows[0] as { id: string }).id;
  }

  const readSecrets = async (id: string): Promise<unknown> =>
    (
      await first.query(
        'select secret_hash, previous_secret_hash from countersign_private.oauth_clients where client_id = $1',
        [id],
      )
    ).rows[0];

  const rotate = (id: string, letter: string): Call => [
    'select countersign.rotate_oauth_client_secret($1, $2, 86400)',
    [id, hash(letter)],
  ];

  test('rotate a secret of an app once, and its current secret still works', async () => {
    const id = await addApp();
    const [, late] = await atOnce(rotate(id, 'b'), rotate(id, 'c'));
    expect(late).toEqual({ refused: 'operator.secret_just_made' });
    expect(await readSecrets(id)).toEqual({ secret_hash: hash('b'), previous_secret_hash: hash('a') });
  });

  test('replace the newest secret once, and the second one is refused', async () => {
    const id = await addApp();
    await ask(first, ...rotate(id, 'b'));
    const replace = (letter: string): Call => [
      `select countersign.rotate_oauth_client_secret($1, $2, null, c.secret_made_at)
       from countersign_private.oauth_clients c where c.client_id = $1`,
      [id, hash(letter)],
    ];
    const [, late] = await atOnce(replace('c'), replace('d'));
    expect(late).toEqual({ refused: 'operator.secret_changed' });
    expect(await readSecrets(id)).toEqual({ secret_hash: hash('c'), previous_secret_hash: hash('a') });
  });
});

// Functions lock the account before anything else. In another order, one of two calls would fail with a deadlock.
describe('while the account row is held', () => {
  test('a session can be used while it ends, with a new sign-in method at Auth, without a deadlock', async () => {
    const { userId, sessionId } = addPerson();
    postgres.psql(
      database,
      `insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
      values (gen_random_uuid(), '${userId}', 'github', '${userId}', '{}', now(), now())`,
      'supabase_admin',
    );
    const [, touched] = await atOnce(
      holdAccount(userId),
      ['select countersign.touch_session($1, $2)', [userId, sessionId]],
      ['select countersign_private.end_sessions($1, array[$2::uuid], $3)', [userId, sessionId, 'signed_out']],
    );
    expect(touched).toEqual({ answer: false });
  });

  test.each([
    ['announced', `begin_sign_in_method_change($1, 'authenticator', '')`],
    ['finished', `finish_sign_in_method_change($1, 'authenticator')`],
    ['withdrawn', `withdraw_passkey_change($1, 'abc', null)`],
  ])('two concurrent changes of sign-in methods do not deadlock when one is %s', async (_what, call) => {
    const { userId } = addPerson();
    await first.query(
      `insert into countersign_private.announced_changes (user_id, kind, reference, expires_at) values
      ($1, 'authenticator', '', now() - interval '1 hour'), ($1, 'passkey', 'new:abc', now() - interval '1 hour')`,
      [userId],
    );
    const [, changed] = await atOnce(
      holdAccount(userId),
      [`select countersign.${call}`, [userId]],
      ['delete from countersign_private.announced_changes where user_id = $1', [userId]],
    );
    expect(changed).not.toHaveProperty('refused');
  });
});

test.each<[string, (at: number) => string, object]>([
  ['of the same app one succeeds', () => 'Gate', { registered: 1, 'app.registered_before': 19 }],
  ['of different apps ten succeed', (at) => `Gate ${at}`, { registered: 10, 'app.too_many': 10 }],
])('of twenty concurrent registrations %s', async (_, nameOf, expected) => {
  const { userId, sessionId } = addPerson();
  const clients = await Promise.all(Array.from({ length: 20 }, () => connect(postgres.url(database))));
  await first.query('begin');
  await first.query(...(holdAccount(userId) as [string, unknown[]]));
  const sent = clients.map((client, at) => {
    const described = { name: nameOf(at), redirect_uris: ['https://gate.example/callback'] };
    return ask(client, 'select countersign.register_own_oauth_client($1, $2, $3, $4, null)', [
      ...[userId, sessionId, described, 'A'.repeat(43)],
    ]);
  });
  await waitUntil('all of them wait for the account', async () => (await countWaiting()) === 20);
  await first.query('commit');
  const counts: Record<string, number> = {};
  for (const told of await Promise.all(sent)) {
    const outcome = 'refused' in told ? told.refused : 'registered';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  expect(counts).toEqual(expected);
  await Promise.all(clients.map((client) => client.end()));
});

test('an email that Auth confirms while a wallet moves keeps the account that only the wallet opened', async () => {
  const [ann, bob] = [addPerson(), addPerson()];
  const address = 'So11111111111111111111111111111111111111112';
  const sign = async ({ userId, sessionId }: typeof ann, purpose: string, said: string) => {
    const [message, signature] = [said, randomBytes(64)].map((bytes) =>
      Buffer.from(bytes).toString('base64'),
    );
    const issued = await ask(
      first,
      `select countersign.issue_challenge($1, $2, $3, 'sign_message', 'solana:mainnet', $4, 'https://a.example', $5, $6, 300)`,
      [userId, sessionId, purpose, address, randomBytes(16).toString('hex'), message],
    );
    const signed = [Object.values(issued)[0], userId, sessionId, message, signature];
    await ask(first, 'select countersign.consume_challenge($1, $2, $3, $4, $5)', signed);
    return signed;
  };
  const record = 'select countersign.record_proof($1, $2, $3, $4, $5, null)';
  expect(await ask(first, record, await sign(bob, 'prove', 'bob'))).toMatchObject({
    answer: expect.anything(),
  });
  await first.query('update auth.users set email = null, email_confirmed_at = null where id = $1', [
    bob.userId,
  ]);
  const proof = await sign(ann, 'prove', 'ann');
  expect(await ask(first, record, proof)).toEqual({ refused: 'wallet.proven_elsewhere' });
  await first.query('select countersign.offer_account_deletion($1, $2, $3, $4, $5)', proof);
  const deletion = await sign(ann, 'move-and-delete', 'This deletes the account it is proven on now.');
  const confirm = 'update auth.users set email = $2, email_confirmed_at = now() where id = $1';
  const [, late] = await atOnce([confirm, [bob.userId, 'bob@example.com']], [record, deletion]);
  expect(late).toEqual({ refused: 'wallet.account_has_sign_in_method' });
});

test('skips rows that an attempt has locked, and of two concurrent cleanups the second returns at once', async () => {
  await first.query(
    `insert into countersign_private.rate_limits (kind, key_hash, attempts, window_ends_at)
    select 'test', encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), 1, now() - interval '1 hour' from generate_series(1, 5) as n`,
  );
  const cleanUp = (client: pg.Client) => ask(client, 'select countersign.clean_up()');
  // A cleanup that waits for a lock fails.
  await second.query(`set lock_timeout = '1s'`);
  await first.query('begin');
  await first.query(
    `update countersign_private.rate_limits set attempts = 2 where key_hash = (
      select min(key_hash) from countersign_private.rate_limits where kind = 'test')`,
  );
  expect(await cleanUp(second)).toMatchObject({ answer: { rate_limits: 4, more: false } });
  await first.query('commit');
  await first.query('begin');
  expect(await cleanUp(first)).toMatchObject({ answer: { rate_limits: 1 } });
  expect(await cleanUp(second)).toEqual({ answer: null });
  await first.query('commit');
  expect(await cleanUp(second)).toMatchObject({ answer: { rate_limits: 0 } });
  await second.query('reset lock_timeout');
});
