import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LocalSupabase } from 'local-supabase/testing';
import { addApp, give, listGrants } from './testing/apps/let-apps-in.ts';
import {
  accepted,
  callAsServer,
  type Person,
  proveNewWallet,
  readActivity,
  signUpPerson,
} from './testing/person.ts';
import { readSchemas } from './testing/read-schemas';
import { startBackend } from './testing/share-backend';

type Counted = Record<string, number> & { more: boolean };

let backend: LocalSupabase;
let ann: Person;
beforeAll(async () => {
  // A separate backend, because clean_up deletes rows of all accounts.
  const functions = readFileSync('supabase/testing/forgetting/test-functions.sql', 'utf8');
  backend = await startBackend({}, { '20990101000010_forgetting_functions.sql': functions });
  ann = await signUpPerson(backend);
  await addApp(backend);
});
afterAll(() => backend.stop());

const call = async <Data>(name: string, parameters: Record<string, unknown> = {}) =>
  accepted(await callAsServer<Data>(backend, name, parameters));
/** @returns null if another call has just cleaned up */
async function forget(p_unless_within_seconds = 0): Promise<Counted | null> {
  const { data, refusal } = await callAsServer<Counted>(backend, 'clean_up', {
    p_unless_within_seconds,
  });
  expect(refusal).toBeNull();
  return data;
}
const countRows = (p_table: string) => call<number>('test_count_rows', { p_table });

async function add(p_kind: string, p_age: string): Promise<void> {
  const added = await callAsServer(backend, 'test_add_row', {
    p_kind,
    p_user_id: ann.bound.p_user_id,
    p_age,
  });
  expect(added.refusal).toBeNull();
}

async function forgetAll(): Promise<Counted> {
  for (;;) {
    const counted = await forget();
    if (counted && !counted.more) return counted;
  }
}

/** Each kind: its count's name, its table, and the ages of the oldest row that is kept and of one that is deleted. */
const kinds: [kind: string, counted: string, table: string, young: string, old: string][] = [
  ['rate_limits', 'rate_limits', 'countersign_private.rate_limits', '-1 minute', '1 second'],
  ['single_uses', 'single_uses', 'countersign_private.single_uses', '59 minutes', '61 minutes'],
  ['mails', 'mails', 'countersign_private.outbox', '23 hours', '25 hours'],
  ['failed_mails', 'mails', 'countersign_private.outbox', '-1 minute', '1 second'],
  ['statements', 'statements', 'countersign_private.challenges', '59 minutes', '61 minutes'],
  ['sign_in_statements', 'sign_in_statements', 'countersign_private.challenges', '59 minutes', '61 minutes'],
  [
    'expected_changes',
    'expected_changes',
    'countersign_private.announced_changes',
    '59 minutes',
    '61 minutes',
  ],
  ['app_events', 'app_events', 'countersign_private.oauth_events', '29 days', '31 days'],
  ['app_attempts', 'app_attempts', 'countersign_private.oauth_attempts', '29 days', '31 days'],
  ['app_tokens', 'app_tokens', 'countersign_private.oauth_items', '-1 minute', '1 second'],
  ['sessions', 'sessions', 'countersign.account_sessions', '89 days', '91 days'],
];

test.each(kinds)(
  'deletes and counts old rows of %s, and keeps the others',
  async (kind, counted, table, young, old) => {
    await forgetAll();
    const before = await countRows(table);
    await add(kind, young);
    await add(kind, old);
    expect(await countRows(table)).toBe(before + 2);
    expect(await forget()).toMatchObject({ [counted]: 1, more: false });
    expect(await countRows(table)).toBe(before + 1);
    expect(await forget()).toMatchObject({ [counted]: 0 });
  },
);

test("keeps a session's row while Auth has the session, however long it was unused", async () => {
  const eve = await signUpPerson(backend);
  await callAsServer(backend, 'record_session', { ...eve.bound, p_method: 'password', p_device: null });
  await callAsServer(backend, 'test_age_session', { p_session_id: eve.bound.p_session_id, p_age: '5 years' });
  const before = await countRows('countersign.account_sessions');
  expect(await forgetAll()).toMatchObject({ sessions: 0 });
  expect(await countRows('countersign.account_sessions')).toBe(before);
  expect((await callAsServer(backend, 'require_live_session', eve.bound)).refusal).toBeNull();
});

test('deletes the marks of sessions that Auth no longer has, and no others', async () => {
  const gone = randomUUID();
  const { p_user_id, p_session_id } = ann.bound;
  for (const session of [gone, p_session_id]) {
    await callAsServer(backend, 'test_mark_session_of_wallet', { p_user_id, p_session_id: session });
    await callAsServer(backend, 'test_mark_session_of_passkey', { p_user_id, p_session_id: session });
  }
  expect(await forget()).toMatchObject({ wallet_sessions: 1, passkey_sessions: 1, more: false });
  expect(await call('is_wallet_session', { p_session_id })).toBe(true);
  expect(await countRows('countersign_private.passkey_sessions')).toBe(1);
});

test('deletes an authorization once no token refers to it', async () => {
  const bob = await signUpPerson(backend);
  await callAsServer(backend, 'record_session', { ...bob.bound, p_method: 'password', p_device: null });
  const grant = accepted(await give(backend, bob, await addApp(backend), [], ['openid']));
  for (const p_has_token of [true, false])
    await callAsServer(backend, 'test_add_authorization', { p_grant_id: grant, p_has_token });
  expect(await forget()).toMatchObject({ app_authorizations: 1, app_tokens: 0 });
  expect(await countRows('countersign_private.oauth_authorizations')).toBe(1);
});

test('deletes a removed app with its grants, also without new consents', async () => {
  const bob = await signUpPerson(backend);
  await callAsServer(backend, 'record_session', { ...bob.bound, p_method: 'password', p_device: null });
  const app = await addApp(backend);
  accepted(await give(backend, bob, app, [], ['openid']));
  await callAsServer(backend, 'test_remove_client_only', { p_client_id: app });
  const counted = await forgetAll();
  expect(counted).toMatchObject({ more: false });
  expect(await call('test_count_client_rows', { p_client_id: app })).toBe(0);
  expect(await readActivity(bob)).toContain('app_ended');
});

test('keeps wallets, proofs, activity and grants', async () => {
  const bob = await signUpPerson(backend);
  await callAsServer(backend, 'record_session', { ...bob.bound, p_method: 'password', p_device: null });
  const { walletId } = await proveNewWallet(backend, bob);
  const removed = await proveNewWallet(backend, bob);
  await callAsServer(backend, 'remove_wallet', {
    ...bob.bound,
    p_wallet_id: removed.walletId,
    p_device: null,
  });
  const app = await addApp(backend);
  accepted(await give(backend, bob, app, [walletId]));
  const readAll = async () => {
    const page = { p_user_id: bob.bound.p_user_id, p_after: null, p_at_most: 100 };
    return [
      ...(await Promise.all(
        ['export_wallets', 'export_proofs', 'export_activity'].map((name) => call<unknown[]>(name, page)),
      )),
      (await listGrants(backend, bob)).apps,
    ];
  };
  const before = await readAll();
  expect(before.map((rows) => rows.length)).toEqual([2, 2, expect.any(Number), 1]);
  await forgetAll();
  expect(await readAll()).toEqual(before);
});

test('deletes only from the tables listed here', () => {
  const [mails = ''] =
    /^create function countersign_private\.delete_stale_mails[^;]*[\s\S]*?\$\$;/m.exec(readSchemas()) ?? [];
  const source = mails + readFileSync('supabase/schemas/21_cleanup.sql', 'utf8');
  const tables = [...source.matchAll(/delete from ([\w.]+)/g)].map(([, table]) => table);
  expect([...new Set(tables)].sort()).toEqual(
    `countersign.account_sessions countersign_private.announced_changes
      countersign_private.challenges countersign_private.oauth_attempts countersign_private.oauth_authorizations
      countersign_private.oauth_events countersign_private.oauth_items
      countersign_private.outbox countersign_private.passkey_sessions
      countersign_private.rate_limits countersign_private.single_uses
      countersign_private.wallet_sessions`.split(/\s+/),
  );
});

test('deletes at most a thousand rows of a kind per call, and reports that there are more', async () => {
  await forgetAll();
  await callAsServer(backend, 'test_add_many_counters', { p_count: 1500 });
  const before = await countRows('countersign_private.rate_limits');
  expect(await forget()).toMatchObject({ rate_limits: 1000, more: true });
  expect(await forget()).toMatchObject({ rate_limits: 500, more: false });
  expect(await countRows('countersign_private.rate_limits')).toBe(before - 1500);
});

test('scans a table without dates from where the last call stopped, and from the beginning after its end', async () => {
  await forgetAll();
  await callAsServer(backend, 'test_add_many_sessions', {
    p_user_id: ann.bound.p_user_id,
    p_count: 2500,
    p_age: '91 days',
  });
  expect(await forget()).toMatchObject({ more: true });
  expect(await call('test_read_clean_up')).toMatchObject({
    reads: 'sessions',
    read_until: expect.any(String),
  });
  const counted = await forgetAll();
  expect(counted.more).toBe(false);
  expect(await call('test_read_clean_up')).toMatchObject({ reads: 'sessions', read_until: null });
  await callAsServer(backend, 'test_add_many_sessions', {
    p_user_id: ann.bound.p_user_id,
    p_count: 1,
    p_age: '91 days',
  });
  expect(await forgetAll()).toMatchObject({ sessions: 1 });
});

test('one of ten concurrent calls cleans up, and no other within the hour', async () => {
  // The last cleanup was two hours ago.
  await callAsServer(backend, 'test_age_clean_up', { p_age: '2 hours' });
  await add('rate_limits', '1 second');
  const answers = await Promise.all(Array.from({ length: 10 }, () => forget(3600)));
  expect(answers.filter((answer) => answer !== null)).toEqual([expect.objectContaining({ rate_limits: 1 })]);
  expect(await forget(3600)).toBeNull();
  await callAsServer(backend, 'test_age_clean_up', { p_age: '59 minutes' });
  expect(await forget(3600)).toBeNull();
  await callAsServer(backend, 'test_age_clean_up', { p_age: '2 minutes' });
  expect(await forget(3600)).not.toBeNull();
});

// Tested on the local backend (PGlite, PostgreSQL 17). PostgreSQL 15 scans a small table that was never analyzed.
test("on PostgreSQL 17, storing an app's request finds expired rows by index, also without ANALYZE", async () => {
  const hash = 'a'.repeat(43);
  const item = { kind: 'PushedAuthorizationRequest', id_hash: hash, seconds: 60, payload: {} };
  const nothing = { end: [], use: [], drop: [], put: [], used: [] };
  const store = (changes: object) =>
    call('test_count_table_reads', { p_changes: { ...nothing, ...changes } });
  await store({ put: [item] });
  expect(await store({ use: [hash], used: [hash] })).toEqual({ oauth_items: 0, oauth_authorizations: 0 });
});
