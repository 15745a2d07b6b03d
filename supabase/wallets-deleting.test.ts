import { makeEmail } from 'local-supabase/testing';
import { addApp, describeApp, give, makeSecretHash, poll } from './testing/apps/let-apps-in.ts';
import {
  type Answer,
  accepted,
  addFactor,
  callAsServer,
  consume,
  describeChallenge,
  issue,
  makeAddress,
  makeSigned,
  type Person,
  prove,
  proveNewWallet,
  signInAgain,
  signUpPerson,
  submit,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const call = <Data>(name: string, parameters: Record<string, unknown>) =>
  callAsServer<Data>(backend, name, parameters);

async function change(name: string, parameters: Record<string, unknown>): Promise<void> {
  expect((await call(name, parameters)).refusal).toBeNull();
}

const leaveOnly = (person: Person, ...p_addresses: string[]) =>
  change('test_leave_only_wallets', { p_user_id: person.bound.p_user_id, p_addresses });

/** An account that only its wallet opens, like one made by signing in with it. */
async function signUpByWallet() {
  const person = await signUpPerson(backend);
  const wallet = await proveNewWallet(backend, person);
  await leaveOnly(person, wallet.address);
  return { person, ...wallet };
}

type Account = Awaited<ReturnType<typeof signUpByWallet>>;

/** @returns the account that is offered to be deleted, null for none, or the refusal. */
async function askForOffer(person: Person, p_challenge_id: string, signed = makeSigned()): Promise<unknown> {
  const asked = { ...person.bound, ...signed, p_challenge_id };
  const { data, refusal } = await call('offer_account_deletion', asked);
  return refusal ?? data;
}

/** Proves the address in this session, where another account has it. */
async function beOffered(person: Person, address: string): Promise<unknown> {
  const [id, signed] = [await issue(backend, person, address), makeSigned()];
  expect((await submit(backend, person, id, signed)).refusal).toBe('409 wallet.proven_elsewhere');
  return askForOffer(person, id, signed);
}

const moveAndDelete = (person: Person, address: string) => prove(backend, person, address, 'move-and-delete');

/** @returns the accounts that have the address now. */
async function ownersOf(p_address: string): Promise<string[]> {
  type Row = { user_id: string; removed_at: string | null };
  const { data } = await call<Row[]>('test_read_wallets', { p_address });
  return (data ?? []).filter(({ removed_at }) => removed_at === null).map(({ user_id }) => user_id);
}

test('a wallet moves, and the account that it alone opened is gone: sessions, proofs, activity and grants', async () => {
  const { person: bob, address, walletId, proofId } = await signUpByWallet();
  await change('publish_wallet', { ...bob.bound, p_wallet_id: walletId, p_is_public: true, p_device: null });
  const app = await addApp(backend);
  accepted(await give(backend, bob, app, [walletId]));
  const ann = await signUpPerson(backend);
  expect(await beOffered(ann, address)).toEqual({
    code: expect.stringMatching(/^\w{4}-\w{4}$/),
    createdAt: expect.any(String),
    ...{ proofs: 1, publicProofs: 1, apps: 1, signsInHere: true },
  });
  const countRows = async () =>
    accepted(
      await call<Record<string, number>>('test_count_rows_of_account', { p_user_id: bob.bound.p_user_id }),
    );
  const before = await countRows();
  expect(accepted(await moveAndDelete(ann, address))).toMatchObject([
    { outcome: 'moved', closedUserId: bob.bound.p_user_id },
  ]);
  expect(await ownersOf(address)).toEqual([ann.bound.p_user_id]);
  const { data: entries } = await ann.client.from('activity_events').select('kind,details');
  const details = { address, method: 'sign_message', closed_account: 'yes' };
  expect(entries).toEqual([{ kind: 'wallet_moved_here', details }]);
  expect((await call('ensure_account', bob.bound)).refusal).toBe('401 auth.signed_out');
  // No email is about the deletion.
  expect(await countRows()).toEqual({
    'countersign_private.outbox': before['countersign_private.outbox'],
    'countersign_private.pending_deletions': 1,
  });
  expect((await call('read_public_proof', { p_proof_id: proofId })).data).toMatchObject({
    status: 'deleted',
  });
  expect((await poll(backend, app)).events.map(({ kind }) => kind)).toEqual([
    'wallet-shared',
    'account-purged',
  ]);
});

const own = { p_client: describeApp(), p_secret_hash: makeSecretHash(), p_device: null };
test.each<[string, string, (bob: Person, user: { p_user_id: string }) => Promise<unknown>]>([
  [
    'an email',
    'account_has_sign_in_method',
    (_, user) => change('test_give_email', { ...user, p_email: makeEmail() }),
  ],
  [
    'another wallet at Auth',
    'account_has_sign_in_method',
    (_, user) => change('test_give_wallet_identity', { ...user, p_address: makeAddress() }),
  ],
  ['an authenticator', 'account_has_second_factor', (bob) => addFactor(backend, bob, 'verified')],
  [
    'a passkey made outside this site',
    'account_has_second_factor',
    (_, user) => change('test_add_passkey', user),
  ],
  ['another proven wallet', 'account_has_wallets', (bob) => proveNewWallet(backend, bob)],
  ['a phone', 'only_sign_in_method', (_, user) => change('test_confirm_phone', user)],
  ['a ban', 'only_sign_in_method', (_, user) => change('test_ban_user', user)],
  [
    'an app of its own',
    'account_has_apps',
    ({ bound }) => change('register_own_oauth_client', { ...bound, ...own }),
  ],
])('an account that got %s between offer and signature stays', async (_, reason, add) => {
  const { person: bob, address } = await signUpByWallet();
  const ann = await signUpPerson(backend);
  await beOffered(ann, address);
  await add(bob, { p_user_id: bob.bound.p_user_id });
  const refusal = `409 wallet.${reason}`;
  expect((await moveAndDelete(ann, address)).refusal).toBe(refusal);
  expect(await ownersOf(address)).toEqual([bob.bound.p_user_id]);
  // With another sign-in method, the wallet can move without a deletion.
  expect(await beOffered(ann, address)).toBe(reason === 'account_has_sign_in_method' ? null : refusal);
});

test('no session is told of an account before a signature proved the wallet in it, and none of one with an email', async () => {
  const { address } = await signUpByWallet();
  const ann = await signUpPerson(backend);
  const id = await issue(backend, ann, address);
  const signed = makeSigned();
  expect(await askForOffer(ann, id, signed)).toBeNull();
  await consume(backend, ann, id, signed);
  expect(await askForOffer(ann, id)).toBeNull();
  expect(await askForOffer(await signInAgain(backend, ann.email), id, signed)).toBeNull();
  expect(await askForOffer(await signUpPerson(backend), id, signed)).toBeNull();
  for (const purpose of ['move', 'confirm', 'move-and-delete']) {
    const other = await issue(backend, ann, address, purpose);
    await consume(backend, ann, other, signed);
    expect([purpose, await askForOffer(ann, other, signed)]).toEqual([purpose, null]);
  }
  expect(await askForOffer(ann, id, signed)).not.toBeNull();
  const carl = await signUpPerson(backend);
  expect(await beOffered(ann, (await proveNewWallet(backend, carl)).address)).toBeNull();
});

test('an account without a confirmed email hears beforehand that the wallet will not sign in to it', async () => {
  const { address } = await signUpByWallet();
  const ann = await signUpPerson(backend);
  await leaveOnly(ann, makeAddress());
  expect(await beOffered(ann, address)).toMatchObject({ signsInHere: false });
});

test('once the deletion was offered, no signature for another purpose and none in another session deletes an account', async () => {
  const { person: bob, address } = await signUpByWallet();
  const ann = await signUpPerson(backend);
  await beOffered(ann, address);
  for (const [purpose, refusal] of [
    ['prove', '409 wallet.proven_elsewhere'],
    ['move', '409 wallet.only_sign_in_method'],
    ['confirm', '409 proof.challenge_gone'],
  ] as const) {
    expect([purpose, (await prove(backend, ann, address, purpose)).refusal]).toEqual([purpose, refusal]);
  }
  const elsewhere = await signInAgain(backend, ann.email);
  expect((await moveAndDelete(elsewhere, address)).refusal).toBe('409 proof.challenge_gone');
  expect(await ownersOf(address)).toEqual([bob.bound.p_user_id]);
});

test('a signature that deletes an account proves and moves nothing else: a free wallet, its own, or one of an account that stays', async () => {
  const [ann, carl] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  for (const address of [
    makeAddress(),
    (await proveNewWallet(backend, ann)).address,
    (await proveNewWallet(backend, carl)).address,
  ]) {
    const before = await ownersOf(address);
    expect((await moveAndDelete(ann, address)).refusal).toBe('409 proof.challenge_gone');
    expect(await ownersOf(address)).toEqual(before);
  }
});

test('the database takes no statement for a deletion that does not say so, and no other that does', async () => {
  const { address } = await signUpByWallet();
  const ann = await signUpPerson(backend);
  const [deleting, moving] = ['move-and-delete', 'move'].map((purpose) =>
    describeChallenge(ann, address, purpose),
  );
  for (const asked of [
    { ...deleting, p_message: moving?.p_message },
    { ...moving, p_message: deleting?.p_message },
  ]) {
    expect((await call('issue_challenge', asked)).refusal).toBe('400 request.unexpected');
  }
});

test.each<[string, (ann: Person, bob: Account) => Promise<void>]>([
  [
    'before a change of the password or email',
    ({ bound }) => change('discard_challenges', { p_user_id: bound.p_user_id }),
  ],
  [
    'more than 15 minutes ago',
    ({ bound }) => change('test_age_challenges', { p_user_id: bound.p_user_id, p_age: '901 seconds' }),
  ],
  [
    'before the wallet moved to a third account, which only it opens too',
    async (_, { person, address }) => {
      const carl = await signUpPerson(backend);
      await leaveOnly(person, address, makeAddress());
      accepted(await prove(backend, carl, address, 'move'));
      await leaveOnly(carl, address);
    },
  ],
  [
    'before the wallet was removed',
    async (_, { person, address, walletId }) => {
      await leaveOnly(person, address, makeAddress());
      await change('remove_wallet', { ...person.bound, p_wallet_id: walletId, p_device: null });
    },
  ],
  ['before a deletion by its owner', (_, { person }) => change('delete_account', person.bound)],
])('a deletion offered %s is not signed for', async (_, pass) => {
  const bob = await signUpByWallet();
  const ann = await signUpPerson(backend);
  await beOffered(ann, bob.address);
  await pass(ann, bob);
  const owners = await ownersOf(bob.address);
  expect((await moveAndDelete(ann, bob.address)).refusal).toBe('409 proof.challenge_gone');
  expect(await ownersOf(bob.address)).toEqual(owners);
});

test('of two accounts that take the wallet at once one has it, and the other deletes nothing more', async () => {
  const { address } = await signUpByWallet();
  const people = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  for (const person of people) await beOffered(person, address);
  const answers = await Promise.all(people.map((person) => moveAndDelete(person, address)));
  expect(answers.map(({ refusal }) => refusal).sort()).toEqual(['409 proof.challenge_gone', null]);
  for (const person of people) expect((await call('ensure_account', person.bound)).refusal).toBeNull();
  const winner = people[answers.findIndex(({ refusal }) => refusal === null)];
  expect(await ownersOf(address)).toEqual([winner?.bound.p_user_id]);
});

test('the same signature, sent again after a lost answer, gets the same answer and deletes nothing more', async () => {
  const { address } = await signUpByWallet();
  const ann = await signUpPerson(backend);
  await beOffered(ann, address);
  const [id, signed] = [await issue(backend, ann, address, 'move-and-delete'), makeSigned()];
  const [first] = accepted(await submit(backend, ann, id, signed));
  const again = async () => (await submit(backend, ann, id, signed)) as Answer<object[]>;
  expect(accepted(await again())).toEqual([{ ...first, closedUserId: null }]);
  // The wallet has moved on to another account, whose only way in it becomes.
  const carl = await signUpPerson(backend);
  accepted(await prove(backend, carl, address, 'move'));
  await leaveOnly(carl);
  expect((await again()).refusal).toBe('409 proof.challenge_gone');
  expect(await ownersOf(address)).toEqual([carl.bound.p_user_id]);
});
