import { randomUUID } from 'node:crypto';
import type { LocalSupabase } from 'local-supabase/testing';
import {
  accepted,
  callAsServer,
  makeAddress,
  type Person,
  prove,
  proveNewWallet,
  signUpPerson,
} from './testing/person.ts';
import { startBackend } from './testing/share-backend';

interface Notice {
  id: string;
  kind: string;
  details: Record<string, unknown>;
  recipient: string | null;
  retryAt: string;
}

let backend: LocalSupabase;
let ann: Person;
beforeAll(async () => {
  // A separate backend, because claims take queued emails of all accounts.
  backend = await startBackend({});
  ann = await signUpPerson(backend);
});
// Empties the queue before the next test.
afterEach(async () => {
  await age('2 days');
  await claim(0);
});
afterAll(() => backend.stop());

async function claim(atMost = 100): Promise<Notice[]> {
  return accepted(await callAsServer<Notice[]>(backend, 'claim_outbox', { p_at_most: atMost }));
}

async function age(p_age: string): Promise<void> {
  expect((await callAsServer(backend, 'test_age_notices', { p_age })).refusal).toBeNull();
}

async function queue(details: Record<string, unknown> = {}, userId = ann.bound.p_user_id): Promise<void> {
  const parameters = { p_user_id: userId, p_kind: 'test_notice', p_details: details };
  expect((await callAsServer(backend, 'test_queue_notice', parameters)).refusal).toBeNull();
}

async function countQueued(): Promise<number> {
  return accepted(await callAsServer<unknown[]>(backend, 'test_read_notices')).length;
}

test("a move queues one notice for each account, and the old account's does not identify the new one", async () => {
  const bob = await signUpPerson(backend);
  const { address } = await proveNewWallet(backend, ann);
  expect(accepted(await prove(backend, bob, address, 'move'))).toMatchObject([{ outcome: 'moved' }]);
  const moves = (await claim()).filter(({ kind }) => kind.startsWith('wallet_moved'));
  expect(moves.map(({ recipient }) => recipient).sort()).toEqual([ann.email, bob.email].sort());
  const notice = moves.find(({ kind }) => kind === 'wallet_moved_away');
  expect(notice).toMatchObject({ recipient: ann.email, details: { address } });
  expect(JSON.stringify(notice)).not.toContain(bob.bound.p_user_id);
});

test('reports to operators the number of queued emails and the age of the oldest, or none', async () => {
  const ask = async () =>
    accepted(await callAsServer<Record<string, number | null>>(backend, 'count_for_operators'));
  const nothing = { outboxWaiting: 0, outboxOldestSeconds: null, eventsWaiting: 0, grantsLive: 0 };
  expect(await ask()).toMatchObject(nothing);
  await queue();
  await age('10 minutes');
  await queue();
  const told = await ask();
  expect(told.outboxWaiting).toBe(2);
  expect(Math.floor((told.outboxOldestSeconds ?? 0) / 60)).toBe(10);
});

test('a proof queues one notice; a repeated proof and a refused move queue none', async () => {
  const bob = await signUpPerson(backend);
  const address = makeAddress();
  await prove(backend, ann, address);
  await prove(backend, ann, address);
  expect((await prove(backend, bob, address)).refusal).toBe('409 wallet.proven_elsewhere');
  const { address: bobs } = await proveNewWallet(backend, bob);
  await callAsServer(backend, 'test_leave_only_wallets', {
    p_user_id: bob.bound.p_user_id,
    p_addresses: [bobs],
  });
  expect((await prove(backend, ann, bobs, 'move')).refusal).toBe('409 wallet.only_sign_in_method');
  const kinds = (await claim()).map(({ kind, recipient }) => [kind, recipient]);
  expect(kinds).toEqual([
    ['wallet_proven', ann.email],
    ['wallet_proven', null],
  ]);
});

test('of ten concurrent claims exactly one gets each notice', async () => {
  for (let place = 0; place < 5; place += 1) await queue({ place });
  const claims = await Promise.all(Array.from({ length: 10 }, () => claim()));
  const places = claims.flat().map(({ details }) => details.place);
  expect(places.sort()).toEqual([0, 1, 2, 3, 4]);
});

test('claims at most the requested number, oldest first', async () => {
  await queue({ place: 'second' });
  await age('1 minute');
  await queue({ place: 'third' });
  await queue({ place: 'first' });
  expect(await claim(0)).toEqual([]);
  expect((await claim(1)).map(({ details }) => details.place)).toEqual(['second']);
  expect(await claim()).toHaveLength(2);
});

test('a notice is claimable again a minute after a failed claim, then later each time', async () => {
  await queue();
  expect(await claim()).toHaveLength(1);
  expect(await claim()).toEqual([]);
  for (const minutes of [1, 2, 4]) {
    await age(`${minutes * 60 - 5} seconds`);
    expect(await claim()).toEqual([]);
    await age('6 seconds');
    expect(await claim()).toHaveLength(1);
  }
});

test('drops a notice after ten attempts', async () => {
  await queue();
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    expect(await claim()).toHaveLength(1);
    // Makes it due without aging it, since a day would drop it too.
    await callAsServer(backend, 'test_make_outbox_due');
  }
  expect(await claim()).toEqual([]);
  expect(await countQueued()).toBe(0);
});

test('ten attempts fit into the day after which a notice is dropped', async () => {
  await queue();
  let waited = 0;
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const [notice] = await claim();
    if (!notice) throw new Error(`Attempt ${attempt} found nothing.`);
    if (attempt === 10) break;
    const wait = Math.ceil((Date.parse(notice.retryAt) - Date.now()) / 1000) + 1;
    waited += wait;
    await age(`${wait} seconds`);
  }
  expect(waited).toBeLessThan(24 * 60 * 60);
});

test('drops a notice after a day: at the next notice, and on a site without a mail server', async () => {
  await queue();
  await age('25 hours');
  await queue();
  expect(await countQueued()).toBe(1);
  await age('25 hours');
  expect(await claim(0)).toEqual([]);
  expect(await countQueued()).toBe(0);
});

test('deletes a sent notice, and no other', async () => {
  await queue({ place: 1 });
  await queue({ place: 2 });
  const [sent] = await claim();
  await callAsServer(backend, 'finish_outbox_mail', { p_mail_id: sent?.id });
  await callAsServer(backend, 'finish_outbox_mail', { p_mail_id: randomUUID() });
  expect(await countQueued()).toBe(1);
});

test("goes to the account's address at the time of sending, or to a named one", async () => {
  const bob = await signUpPerson(backend);
  await queue({ place: 1 }, bob.bound.p_user_id);
  await queue({ place: 2, to: 'old@example.test' }, bob.bound.p_user_id);
  const change = { p_user_id: bob.bound.p_user_id, p_kind: 'email' };
  await callAsServer(backend, 'begin_sign_in_method_change', { ...change, p_reference: 'new@example.test' });
  await callAsServer(backend, 'test_change_email', {
    p_user_id: bob.bound.p_user_id,
    p_email: 'new@example.test',
  });
  await callAsServer(backend, 'finish_sign_in_method_change', change);
  expect((await claim()).map(({ recipient, details }) => [recipient, details])).toEqual([
    ['new@example.test', { place: 1 }],
    // A recipient at a former address can't sign in with it, so the email is worded differently.
    ['old@example.test', { place: 2, isFormer: true }],
  ]);
});

test("has no recipient for an account without a confirmed email; a deleted account's notice names its own", async () => {
  const [bob, eve] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  await callAsServer(backend, 'test_leave_only_wallets', {
    p_user_id: bob.bound.p_user_id,
    p_addresses: [],
  });
  await queue({}, bob.bound.p_user_id);
  await queue({ to: eve.email }, eve.bound.p_user_id);
  await callAsServer(backend, 'test_delete_user', { p_user_id: eve.bound.p_user_id });
  expect((await claim()).map(({ recipient }) => recipient)).toEqual([null, eve.email]);
});
