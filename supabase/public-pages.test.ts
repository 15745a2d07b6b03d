import {
  accepted,
  callAsServer,
  type Person,
  prove,
  proveNewWallet,
  readActivity,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

interface Page {
  id: string;
  accountCode: string;
  github: { handle: string; id: string; confirmedAt: string } | null;
  proofs: { id: string; proof: { address: string } }[];
}

interface OwnPage {
  id: string | null;
  github: { id: string; handle: string; isShown: boolean; isCurrent: boolean }[];
  wallets: { id: string; address: string; isListed: boolean }[];
}

const act = async (person: Person, name: string, parameters: object = {}) =>
  (await callAsServer(backend, name, { ...person.bound, ...parameters, p_device: null })).refusal;
const done = async (acting: Promise<string | null>) => expect(await acting).toBeNull();
const publish = (person: Person, walletId: string, isPublic = true) =>
  done(act(person, 'publish_wallet', { p_wallet_id: walletId, p_is_public: isPublic }));
const list = (person: Person, walletId: string, isListed = true) =>
  act(person, 'list_wallet', { p_wallet_id: walletId, p_is_listed: isListed });
const change = (person: Person, how: string, githubId: string | null = null) =>
  act(person, 'change_public_page', { p_change: how, p_github_id: githubId });

const describeOwn = async (person: Person) =>
  accepted(await callAsServer<OwnPage>(backend, 'describe_public_page', person.bound));
const idOf = async (person: Person) => (await describeOwn(person)).id ?? '';

async function read(id: string): Promise<Page | null> {
  const { data, refusal } = await callAsServer<Page>(backend, 'read_public_page', { p_id: id });
  expect(refusal).toBeNull();
  return data;
}

const addressesAt = async (id: string) => (await read(id))?.proofs.map(({ proof }) => proof.address);

async function proveListed(person: Person) {
  const proven = await proveNewWallet(backend, person);
  await publish(person, proven.walletId);
  await done(list(person, proven.walletId));
  return proven;
}

test('a page is off until a proof is listed, and has the listed proofs alone, as their own pages have them', async () => {
  const person = await signUpPerson(backend);
  const hidden = await proveNewWallet(backend, person);
  await publish(person, hidden.walletId);
  expect(await describeOwn(person)).toMatchObject({ id: null, github: [], wallets: [{ isListed: false }] });
  const listed = await proveListed(person);
  const id = await idOf(person);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  const page = await read(id);
  const account = await person.client.from('accounts').select('code').single();
  const single = await callAsServer<{ proof: object }>(backend, 'read_public_proof', {
    p_proof_id: listed.proofId,
  });
  expect(page).toEqual({
    id,
    accountCode: account.data?.code,
    github: null,
    proofs: [{ id: listed.proofId, proof: accepted(single).proof }],
  });
  for (const secret of [person.email, person.bound.p_user_id, person.bound.p_session_id, listed.walletId])
    expect(JSON.stringify(page)).not.toContain(secret);
  // Who has the link of a proof can't find the page.
  expect(JSON.stringify(single.data)).not.toContain(id);
});

test.each<
  [ending: string, end: (person: Person, wallet: { walletId: string; address: string }) => Promise<unknown>]
>([
  ['unlisting it', (person, { walletId }) => list(person, walletId, false)],
  ['making its proof private', (person, { walletId }) => publish(person, walletId, false)],
  ['removing it', (person, { walletId }) => act(person, 'remove_wallet', { p_wallet_id: walletId })],
  ['moving it', async (_, { address }) => prove(backend, await signUpPerson(backend), address, 'move')],
])('%s takes a wallet off the page at once', async (_, end) => {
  const person = await signUpPerson(backend);
  const [kept, ended] = [await proveListed(person), await proveListed(person)];
  const id = await idOf(person);
  expect(await addressesAt(id)).toEqual([kept.address, ended.address]);
  await end(person, ended);
  expect(await addressesAt(id)).toEqual([kept.address]);
});

test('a page that was turned off, an unknown link, and the page of a deleted account are all null', async () => {
  const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
  const ids = [];
  for (const person of [ann, bob]) {
    await proveListed(person);
    ids.push(await idOf(person));
  }
  await done(change(ann, 'closed'));
  expect((await callAsServer(backend, 'delete_account', bob.bound)).refusal).toBeNull();
  for (const id of [...ids, 'f'.repeat(32), '', 'x']) expect([id, await read(id)]).toEqual([id, null]);
});

test('what was taken back is listed again only by hand: after publishing again, and after turning the page on again', async () => {
  const person = await signUpPerson(backend);
  const [first, second] = [await proveListed(person), await proveListed(person)];
  const before = await idOf(person);
  await publish(person, first.walletId, false);
  await publish(person, first.walletId);
  expect(await addressesAt(before)).toEqual([second.address]);
  await done(change(person, 'closed'));
  await done(list(person, first.walletId));
  const id = await idOf(person);
  expect(id).not.toBe(before);
  expect(await addressesAt(id)).toEqual([first.address]);
  // The owner agreed to the wallet, so a newer proof of it stays listed.
  const [again] = accepted(await prove(backend, person, first.address));
  expect((await read(id))?.proofs.map((proof) => proof.id)).toEqual([again?.proofId]);
});

test('the old link ends once the page has a new one', async () => {
  const person = await signUpPerson(backend);
  const { address } = await proveListed(person);
  const before = await idOf(person);
  await done(change(person, 'link_changed'));
  const id = await idOf(person);
  expect(id).not.toBe(before);
  expect([await read(before), await addressesAt(id)]).toEqual([null, [address]]);
  expect(await readActivity(person)).toEqual([
    ...['page_link_changed', 'wallet_listed', 'wallet_published', 'wallet_proven'],
  ]);
});

test("lists no private proof, no other account's wallet, and no 21st", async () => {
  const [person, other] = [await signUpPerson(backend), await signUpPerson(backend)];
  const theirs = await proveListed(other);
  const secret = await proveNewWallet(backend, person);
  expect(await list(person, theirs.walletId)).toBe('404 wallet.unknown');
  expect(await list(person, theirs.walletId, false)).toBe('404 wallet.unknown');
  expect(await list(person, secret.walletId)).toBe('409 page.proof_private');
  await callAsServer(backend, 'fill_wallets', { p_user_id: person.bound.p_user_id, p_count: 21 });
  const { data } = await person.client.from('wallets').select('id').neq('id', secret.walletId);
  const ids = (data ?? []).map(({ id }) => String(id));
  expect(ids).toHaveLength(21);
  for (const id of ids) await publish(person, id);
  await callAsServer(backend, 'test_age_activity', { p_user_id: person.bound.p_user_id });
  // At once, so that no two can both be the twentieth.
  const refusals = await Promise.all(ids.map((id) => list(person, id)));
  expect(refusals.filter((refusal) => refusal !== null)).toEqual(['409 page.full']);
  expect(await addressesAt(await idOf(person))).toHaveLength(20);
});

test.each([
  ['reverses text', 'Bea\u202enosreP'],
  ['hides a letter', 'Be\u200ba'],
  ['looks like an account ID', 'Account ID 7F3K-2Q9D'],
  ['contains a letter of another script', 'B\u0435a'],
])('no name that %s is shown', async (_, name) => {
  const person = await signUpPerson(backend);
  expect(await act(person, 'set_display_name', { p_display_name: name })).toBe('400 account.name_invalid');
  await proveListed(person);
  expect(JSON.stringify(await read(await idOf(person)))).not.toContain('display_name":"');
});

describe('the GitHub account', () => {
  const bea = { sub: '4711', user_name: 'bea-dev', iss: 'https://api.github.com' };
  const signInAtGithub = async (person: Person, claims: object = bea, age = '0 s') => {
    // Numbers of other tests are others' accounts.
    const own = {
      ...claims,
      sub: `${(claims as typeof bea).sub}${parseInt(person.bound.p_user_id.slice(0, 8), 16)}`,
    };
    const parameters = { p_user_id: person.bound.p_user_id, p_claims: own, p_age: age };
    await callAsServer(backend, 'test_sign_in_at_github', parameters);
    return own.sub;
  };
  const keepAll = async ({ bound }: Person) => {
    const change = { p_user_id: bound.p_user_id, p_kind: 'identity' };
    await callAsServer(backend, 'begin_sign_in_method_change', { ...change, p_reference: 'github' });
    return () => callAsServer(backend, 'finish_sign_in_method_change', change);
  };
  /** A page with an account that was linked on this site. */
  const withGithub = async () => {
    const person = await signUpPerson(backend);
    await proveListed(person);
    const finish = await keepAll(person);
    const sub = await signInAtGithub(person);
    await finish();
    return { person, sub, id: await idOf(person) };
  };
  const showGithub = async (person: Person, handle = 'bea-dev') =>
    change(
      person,
      'github_shown',
      (await describeOwn(person)).github.find((one) => one.handle === handle)?.id,
    );
  const handleAt = async (id: string) => (await read(id))?.github?.handle ?? null;

  test('is shown once its owner says so, by handle, number and the time that GitHub confirmed it', async () => {
    const { person, sub, id } = await withGithub();
    expect((await describeOwn(person)).github).toMatchObject([{ handle: 'bea-dev', isShown: false }]);
    expect(await handleAt(id)).toBeNull();
    await done(showGithub(person));
    expect((await read(id))?.github).toEqual({
      ...{ handle: 'bea-dev', id: sub },
      confirmedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    await done(change(person, 'github_hidden'));
    expect(await handleAt(id)).toBeNull();
  });

  test('follows a renamed handle at the next sign-in, and is gone 30 days after the last, so whoever took the old handle is not named long', async () => {
    const { person, id } = await withGithub();
    await done(showGithub(person));
    await signInAtGithub(person, { ...bea, user_name: 'bea-renamed' });
    expect(await handleAt(id)).toBe('bea-renamed');
    await signInAtGithub(person, bea, '29 days');
    expect(await handleAt(id)).toBe('bea-dev');
    await signInAtGithub(person, bea, '30 days');
    expect(await handleAt(id)).toBeNull();
    expect(await describeOwn(person)).toMatchObject({ github: [{ isShown: true, isCurrent: false }] });
    // Hidden meanwhile, it doesn't return.
    await done(change(person, 'github_hidden'));
    await signInAtGithub(person);
    expect(await describeOwn(person)).toMatchObject({ github: [{ isShown: false, isCurrent: true }] });
    expect(await handleAt(id)).toBeNull();
  });

  test('is the one that its owner saw, even if another one has signed in since', async () => {
    const { person, id } = await withGithub();
    const finish = await keepAll(person);
    await signInAtGithub(person, { ...bea, sub: '4712', user_name: 'bea-in-secret' });
    await finish();
    await done(showGithub(person));
    expect(await handleAt(id)).toBe('bea-dev');
  });

  test('is gone once unlinked, and another one that is linked later is not shown', async () => {
    const { person, id } = await withGithub();
    await done(showGithub(person));
    const finish = await keepAll(person);
    await callAsServer(backend, 'test_unlink_identities', { p_user_id: person.bound.p_user_id });
    expect(await handleAt(id)).toBeNull();
    await signInAtGithub(person, { ...bea, sub: '4712', user_name: 'someone-else' });
    await finish();
    expect((await describeOwn(person)).github).toMatchObject([{ handle: 'someone-else', isShown: false }]);
    expect(await handleAt(id)).toBeNull();
  });

  test('is none that was linked outside this site until its owner keeps it, and nothing that the user wrote', async () => {
    const person = await signUpPerson(backend);
    await proveListed(person);
    await signInAtGithub(person);
    await person.client.auth.updateUser({ data: { user_name: 'torvalds', iss: bea.iss, sub: '1024025' } });
    expect((await describeOwn(person)).github).toEqual([]);
    expect(await change(person, 'github_shown')).toBe('409 page.github_unconfirmed');
    // A refresh finds and reports it.
    await callAsServer(backend, 'touch_session', person.bound);
    expect((await describeOwn(person)).github).toEqual([]);
    type Found = { found: { id: string }[] };
    const { found } = accepted(await callAsServer<Found>(backend, 'describe_security', person.bound));
    await done(act(person, 'keep_sign_in_method', { p_method_id: found[0]?.id }));
    expect((await describeOwn(person)).github).toMatchObject([{ handle: 'bea-dev' }]);
  });

  test.each([
    ['a handle of another GitHub server', { iss: 'https://github.company.example/api/v3' }],
    ['a handle with other letters', { user_name: 'b\u0435a-dev' }],
    ['a handle that reverses text', { user_name: 'bea\u202edev' }],
    ['a handle with an invisible letter', { user_name: 'bea\u200bdev' }],
    ['a handle with markup', { user_name: '<b>bea</b>' }],
    ['a handle of two lines', { user_name: 'bea\ndev' }],
    ['a handle that is too long', { user_name: 'b'.repeat(40) }],
    ['no handle', { user_name: null }],
    ['no number', { sub: 'bea' }],
  ])('is never %s', async (_, odd) => {
    const { person, id } = await withGithub();
    await done(showGithub(person));
    expect(await handleAt(id)).toBe('bea-dev');
    await callAsServer(backend, 'test_unlink_identities', { p_user_id: person.bound.p_user_id });
    const finish = await keepAll(person);
    await signInAtGithub(person, { ...bea, ...odd });
    await finish();
    expect((await describeOwn(person)).github).toEqual([]);
  });
});

test("refuses a change that it doesn't know, and leaves a page that is off alone", async () => {
  const person = await signUpPerson(backend);
  for (const how of ['opened', '', null])
    expect(await act(person, 'change_public_page', { p_change: how, p_github_id: null })).toBe(
      '400 request.unexpected',
    );
  for (const how of ['closed', 'link_changed', 'github_hidden']) await done(change(person, how));
  expect(await readActivity(person)).toEqual([]);
  expect((await describeOwn(person)).id).toBeNull();
});
