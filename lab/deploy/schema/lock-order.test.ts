import type pg from 'pg';
import { connect } from '../../../cli/schema/connect';
import { addUser, openSession } from '../testing/fill-project';
import { makeAppliedProject } from '../testing/make-applied-project';
import { prepareCluster } from '../testing/make-project';
import { type Postgres, startPostgres } from '../testing/start-postgres';
import { waitUntil } from '../testing/wait-until';

// Functions that are called while another transaction holds the account row wait for it before they lock anything else. Those that
// lock in the other order would end one of the two as a deadlock.

let postgres: Postgres;
let database: string;
let holder: pg.Client;
let caller: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  prepareCluster(postgres);
  database = await makeAppliedProject(postgres, 'locks');
  [holder, caller] = await Promise.all([connect(postgres.url(database)), connect(postgres.url(database))]);
});
afterAll(async () => {
  await Promise.all([holder?.end(), caller?.end()]);
  await postgres.remove();
});

/** The call waits for the account, then its holder changes rows of that account, then the call goes on. */
async function callBeside(userId: string, call: string, change: string): Promise<unknown> {
  await holder.query('begin');
  try {
    await holder.query('select from countersign.accounts where user_id = $1 for update', [userId]);
    let isAnswered = false;
    const answer = caller
      .query(call)
      .then(({ rows }) => Object.values(rows[0] as object)[0] as unknown)
      .finally(() => {
        isAnswered = true;
      });
    // Awaited below, after the holder's change, which may fail first.
    answer.catch(() => undefined);
    const pid = (caller as unknown as { processID: number }).processID;
    await waitUntil('the call waits', async () => {
      if (isAnswered) throw new Error('The call did not wait for the account.');
      await holder.query('select pg_stat_clear_snapshot()');
      const { rowCount } = await holder.query(
        `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
        [pid],
      );
      return rowCount === 1;
    });
    await holder.query(change);
    await holder.query('commit');
    return await answer;
  } finally {
    await holder.query('rollback');
  }
}

function addPerson() {
  const userId = addUser(postgres, database, `${crypto.randomUUID()}@example.com`, 'a password');
  return { userId, sessionId: openSession(postgres, database, userId) };
}

test('a session that is used while it ends, with a new sign-in method at Auth, ends without a deadlock', async () => {
  const { userId, sessionId } = addPerson();
  postgres.psql(
    database,
    `insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
    values (gen_random_uuid(), '${userId}', 'github', '${userId}', '{}', now(), now())`,
    'supabase_admin',
  );
  expect(
    await callBeside(
      userId,
      `select countersign.touch_session('${userId}', '${sessionId}')`,
      `select countersign_private.end_sessions('${userId}', '{${sessionId}}', 'signed_out')`,
    ),
  ).toBe(false);
});

test.each([
  ['announced', `begin_sign_in_method_change($1, 'authenticator', '')`],
  ['finished', `finish_sign_in_method_change($1, 'authenticator')`],
  ['withdrawn', `withdraw_passkey_change($1, 'abc', null)`],
])('a change of sign-in methods is %s beside another one without a deadlock', async (_what, call) => {
  const { userId } = addPerson();
  postgres.psql(
    database,
    `insert into countersign_private.announced_changes (user_id, kind, reference, expires_at) values
    ('${userId}', 'authenticator', '', now() - interval '1 hour'), ('${userId}', 'passkey', 'new:abc', now() - interval '1 hour')`,
    'supabase_admin',
  );
  await callBeside(
    userId,
    `select countersign.${call.replace('$1', `'${userId}'`)}`,
    `delete from countersign_private.announced_changes where user_id = '${userId}'`,
  );
});
