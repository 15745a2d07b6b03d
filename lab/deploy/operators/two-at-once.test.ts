import type pg from 'pg';
import { applySchema } from '../../../cli/schema/apply-schema';
import { connect } from '../../../cli/schema/connect';
import { readExpectedSchema } from '../../../cli/schema/expected-schema';
import { readMigrations } from '../../../cli/schema/migrations-folder';
import { addUser, asServer, openSession } from '../testing/fill-project';
import { makeProject, prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';

// Two of a team who do something about one account or app at once, on a PostgreSQL where one really waits for the other.

let postgres: Postgres;
const database = 'support';
let first: pg.Client;
let second: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  prepareCluster(postgres);
  makeProject(postgres, database);
  const owner = await connect(postgres.url(database));
  const migrations = readMigrations();
  const expected = readExpectedSchema();
  await applySchema(owner, {
    migrations,
    expected,
    lockTimeoutSeconds: 5,
    say: () => undefined,
  });
  await owner.end();
  [first, second] = await Promise.all([connect(postgres.url(database)), connect(postgres.url(database))]);
});
afterAll(async () => {
  await Promise.all([first?.end(), second?.end()]);
  await postgres.remove();
});

type Answer = { answer: unknown } | { refused: string };

const ask = (client: pg.Client, sql: string, values: unknown[]): Promise<Answer> =>
  client.query(sql, values).then(
    ({ rows }) => ({ answer: Object.values(rows[0] as object)[0] }),
    (error: Error) => ({ refused: error.message }),
  );

/** The first one is not done when the second begins, and the second waits for it. */
async function atOnce(one: [string, unknown[]], other: [string, unknown[]] = one): Promise<[Answer, Answer]> {
  await first.query('begin');
  let isOver = false;
  try {
    const begun = await ask(first, ...one);
    let answered = false;
    const waiting = ask(second, ...other).finally(() => {
      answered = true;
    });
    const pid = (second as unknown as { processID: number }).processID;
    while (!(await isWaiting(pid))) {
      // Without this a lost lock would be a test that goes on for ever.
      if (answered)
        throw new Error(`The second did not wait for the first: ${JSON.stringify(await waiting)}`);
    }
    await first.query('commit');
    isOver = true;
    return [begun, await waiting];
  } finally {
    // The tests after this one have the same connection.
    if (!isOver) await first.query('rollback');
  }
}

/** As the first sees it from within its transaction. */
async function isWaiting(pid: number): Promise<boolean> {
  await first.query('select pg_stat_clear_snapshot()');
  const { rows } = await first.query(
    `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
    [pid],
  );
  return rows.length > 0;
}

function addPerson(): string {
  const id = addUser(postgres, database, `${crypto.randomUUID()}@example.com`, 'a password');
  asServer(
    postgres,
    database,
    `countersign.ensure_account('${id}', '${openSession(postgres, database, id)}')`,
  );
  return id;
}

const count = async (sql: string, id: string) =>
  Number(((await first.query(sql, [id])).rows[0] as { count: string }).count);

test('an account that two close at once is closed once, and the second one hears that it is', async () => {
  const id = addPerson();
  const close: [string, unknown[]] = ['select countersign.close_account_by_operator($1, $2)', [id, 'Fraud']];
  const [done, late] = await atOnce(close);
  expect(done).toMatchObject({ answer: { was_closed: false } });
  expect(late).toMatchObject({ answer: { was_closed: true } });
  const pending = 'select count(*) from countersign_private.pending_deletions where user_id = $1';
  expect(await count(pending, id)).toBe(1);
});

test.each(['end_sessions_by_operator', 'remove_second_factor_by_operator'])(
  'an account that one closes meanwhile refuses %s, and says why',
  async (name) => {
    const id = addPerson();
    const [done, late] = await atOnce(
      ['select countersign.close_account_by_operator($1, $2)', [id, 'Fraud']],
      [`select countersign.${name}($1, $2)`, [id, 'Asked by phone']],
    );
    expect(done).toMatchObject({ answer: { was_closed: false } });
    expect(late).toEqual({ refused: 'operator.account_going' });
  },
);

test('an account that one signs out while the other closes it is closed all the same', async () => {
  const id = addPerson();
  const [, late] = await atOnce(
    ['select countersign.end_sessions_by_operator($1, $2)', [id, 'Asked by phone']],
    ['select countersign.close_account_by_operator($1, $2)', [id, 'Fraud']],
  );
  expect(late).toMatchObject({ answer: { was_closed: false } });
});

const hash = (letter: string) => letter.repeat(43);

async function addApp(): Promise<string> {
  const added = await ask(first, 'select countersign.add_oauth_client($1, $2)', [
    {
      name: 'Wallet Gate',
      redirect_uris: ['https://gate.example/cb'],
      post_logout_redirect_uris: [],
      is_first_party: false,
      id_token_alg: 'ES256',
      is_confidential: true,
    },
    hash('a'),
  ]);
  return 'answer' in added ? String(added.answer) : '';
}

async function readSecrets(id: string): Promise<unknown> {
  const { rows } = await first.query(
    'select secret_hash, previous_secret_hash from countersign_private.oauth_clients where client_id = $1',
    [id],
  );
  return rows[0];
}

const rotate = (id: string, letter: string): [string, unknown[]] => [
  'select countersign.rotate_oauth_client_secret($1, $2, 86400)',
  [id, hash(letter)],
];

test('an app that two give a new secret at once gets one, and the one it uses still works', async () => {
  const id = await addApp();
  const [, late] = await atOnce(rotate(id, 'b'), rotate(id, 'c'));
  expect(late).toEqual({ refused: 'operator.secret_just_made' });
  expect(await readSecrets(id)).toEqual({ secret_hash: hash('b'), previous_secret_hash: hash('a') });
});

test('the newest secret of an app that two replace at once is replaced by one, and the other hears of it', async () => {
  const id = await addApp();
  await ask(first, ...rotate(id, 'b'));
  const replace = (letter: string): [string, unknown[]] => [
    `select countersign.rotate_oauth_client_secret($1, $2, null, c.secret_made_at)
     from countersign_private.oauth_clients c where c.client_id = $1`,
    [id, hash(letter)],
  ];
  const [, late] = await atOnce(replace('c'), replace('d'));
  expect(late).toEqual({ refused: 'operator.secret_changed' });
  expect(await readSecrets(id)).toEqual({ secret_hash: hash('c'), previous_secret_hash: hash('a') });
});
