import {
  accepted,
  callAsServer,
  consume,
  issue,
  makeAddress,
  makeSigned,
  prove,
  proveNewWallet,
  readActivity,
  record,
  type Signed,
  signInAgain,
  signUpPerson,
  submit,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

interface WalletRow {
  id: string;
  user_id: string;
  removed_at: string | null;
  removed_because: string | null;
  is_primary: boolean;
}

async function readWallets(address: string): Promise<WalletRow[]> {
  return accepted(await callAsServer<WalletRow[]>(backend, 'test_read_wallets', { p_address: address }));
}

async function readProofEnds(address: string): Promise<(string | null)[]> {
  const rows = await callAsServer<{ ended_because: string | null }[]>(backend, 'test_read_proofs', {
    p_address: address,
  });
  return accepted(rows).map(({ ended_because }) => ended_because);
}

test('the first proof creates a private, primary wallet and an event with the device', async () => {
  const person = await signUpPerson(backend);
  const address = makeAddress();
  const [proof] = accepted(await prove(backend, person, address));
  expect(proof?.outcome).toBe('proven');
  const { data } = await person.client.from('live_wallets').select('*').single();
  expect(data).toMatchObject({
    id: proof?.walletId,
    proof_id: proof?.proofId,
    address,
    label: null,
    is_primary: true,
    proof: { isPublic: false, method: 'sign_message' },
  });
  const event = await person.client.from('activity_events').select('kind, details, device').single();
  expect(event.data).toEqual({
    kind: 'wallet_proven',
    details: { address, method: 'sign_message' },
    device: 'Firefox on Linux',
  });
});

test("another account or session can't record a used challenge", async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const other = await signInAgain(backend, ann.email);
  const id = await issue(backend, ann, makeAddress());
  const signed = makeSigned();
  await consume(backend, ann, id, signed);
  for (const thief of [bob, other])
    expect((await record(backend, thief, id, signed)).refusal).toBe('409 proof.challenge_gone');
});

test('refuses to record for a session that signed out after the challenge was used', async () => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  const signed = makeSigned();
  await consume(backend, person, id, signed);
  await person.client.auth.signOut();
  expect((await record(backend, person, id, signed)).refusal).toBe('401 auth.signed_out');
});

test('refuses to record for an account that was deleted after the challenge was used', async () => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  const signed = makeSigned();
  await consume(backend, person, id, signed);
  await callAsServer(backend, 'test_delete_user', { p_user_id: person.bound.p_user_id });
  expect((await record(backend, person, id, signed)).refusal).toBe('409 proof.challenge_gone');
});

test.each([
  ['a signature of 63 bytes', { p_signature: Buffer.alloc(63).toString('base64') }, '400 proof.refused'],
  ['a signature of 65 bytes', { p_signature: Buffer.alloc(65).toString('base64') }, '400 proof.refused'],
  ['a signature that is no base64', { p_signature: 'secret*' }, '400 proof.refused'],
  ['no signature', { p_signature: null }, '409 proof.challenge_gone'],
  ['no signed bytes', { p_signed_bytes: '' }, '400 proof.refused'],
  [
    'over 8 kB of signed bytes',
    { p_signed_bytes: Buffer.alloc(8193).toString('base64') },
    '400 proof.refused',
  ],
])('refuses %s, writes nothing, and does not repeat the input', async (_, wrong, expected) => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  const { refusal, details } = await submit(backend, person, id, { ...makeSigned(), ...wrong } as Signed);
  expect([refusal, details || null]).toEqual([expected, null]);
  expect((await person.client.from('wallets').select('id')).data).toEqual([]);
  expect(await readActivity(person)).toEqual([]);
});

test('a new proof of a wallet keeps its label, primary and public state, and replaces the old proof', async () => {
  const person = await signUpPerson(backend);
  const { walletId, proofId, address } = await proveNewWallet(backend, person);
  await proveNewWallet(backend, person);
  const change = { ...person.bound, p_wallet_id: walletId, p_device: null };
  await callAsServer(backend, 'label_wallet', { ...change, p_label: 'Savings' });
  await callAsServer(backend, 'publish_wallet', { ...change, p_is_public: true });

  const [again] = accepted(await prove(backend, person, address));
  expect(again).toMatchObject({ outcome: 're-proven', walletId });
  expect(again?.proofId).not.toBe(proofId);
  const { data } = await person.client.from('live_wallets').select('*').eq('id', walletId).single();
  expect(data).toMatchObject({
    label: 'Savings',
    is_primary: true,
    proof: { isPublic: true },
    proof_id: again?.proofId,
  });
  expect(await readProofEnds(address)).toEqual(['replaced', null]);
  expect((await readActivity(person))[0]).toBe('wallet_reproven');
});

test("proving another account's wallet is a conflict that does not identify the account and changes nothing", async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const { address, walletId } = await proveNewWallet(backend, ann);
  const answer = await prove(backend, bob, address);
  expect(answer.refusal).toBe('409 wallet.proven_elsewhere');
  expect(answer.details || null).toBeNull();
  expect(await readWallets(address)).toMatchObject([{ id: walletId, removed_at: null }]);
  expect(await readActivity(bob)).toEqual([]);
});

test('moving a wallet gives the old account an event, a moved proof and another primary wallet', async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const { address } = await proveNewWallet(backend, ann);
  const second = await proveNewWallet(backend, ann);
  const [moved] = accepted(await prove(backend, bob, address, 'move'));
  expect(moved?.outcome).toBe('moved');
  expect(await readWallets(address)).toMatchObject([
    { user_id: ann.bound.p_user_id, removed_because: 'moved', is_primary: false },
    { user_id: bob.bound.p_user_id, removed_because: null, is_primary: true },
  ]);
  expect(await readProofEnds(address)).toEqual(['moved', null]);
  const left = await ann.client.from('live_wallets').select('id, is_primary');
  expect(left.data).toEqual([{ id: second.walletId, is_primary: true }]);
  expect((await readActivity(ann))[0]).toBe('wallet_moved_away');
  expect(await readActivity(bob)).toEqual(['wallet_moved_here']);
});

test("a statement to move also proves a new address, and one of the user's own wallets again", async () => {
  const person = await signUpPerson(backend);
  const address = makeAddress();
  expect(accepted(await prove(backend, person, address, 'move'))).toMatchObject([{ outcome: 'proven' }]);
  expect(accepted(await prove(backend, person, address, 'move'))).toMatchObject([{ outcome: 're-proven' }]);
});

test("refuses a move that would take an account's only sign-in method, but not if another wallet remains", async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const { address } = await proveNewWallet(backend, ann);
  const leave = (p_addresses: string[]) =>
    callAsServer(backend, 'test_leave_only_wallets', { p_user_id: ann.bound.p_user_id, p_addresses });
  await leave([address]);
  expect((await prove(backend, bob, address, 'move')).refusal).toBe('409 wallet.only_sign_in_method');
  expect((await ann.client.from('live_wallets').select('address')).data).toEqual([{ address }]);
  await leave([address, makeAddress()]);
  expect(accepted(await prove(backend, bob, address, 'move'))).toMatchObject([{ outcome: 'moved' }]);
});

test.each(['prove', 'move'])(
  'of five accounts that concurrently %s one address exactly one gets it',
  async (purpose) => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signUpPerson(backend)));
    const address = makeAddress();
    const answers = await Promise.all(people.map((person) => prove(backend, person, address, purpose)));
    const wallets = await readWallets(address);
    expect(wallets.filter(({ removed_at }) => removed_at === null)).toHaveLength(1);
    const refused = answers.filter(({ refusal }) => refusal === '409 wallet.proven_elsewhere');
    expect(refused).toHaveLength(purpose === 'prove' ? 4 : 0);
  },
);
