import { randomUUID } from 'node:crypto';
import { refuseDisplayName } from 'countersign/proof/display-name';
import {
  accepted,
  callAsServer,
  consume,
  issue,
  makeAddress,
  makeSigned,
  type Person,
  prove,
  proveNewWallet,
  readActivity,
  record,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

async function readPublicProof(proofId: string): Promise<Record<string, unknown> | null> {
  const { data, refusal } = await callAsServer<Record<string, unknown>>(backend, 'read_public_proof', {
    p_proof_id: proofId,
  });
  expect(refusal).toBeNull();
  return data;
}

async function publish(person: Person, walletId: string, isPublic = true) {
  const parameters = { ...person.bound, p_wallet_id: walletId, p_is_public: isPublic, p_device: null };
  expect((await callAsServer(backend, 'publish_wallet', parameters)).refusal).toBeNull();
}

async function remove(person: Person, walletId: string) {
  const parameters = { ...person.bound, p_wallet_id: walletId, p_device: null };
  expect((await callAsServer(backend, 'remove_wallet', parameters)).refusal).toBeNull();
}

/** The public response for an ended proof. */
const gone = (id: string, status: string) => ({
  id,
  status,
  endedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  replacedBy: null,
  proof: null,
});

test('a private proof and an unknown one are both null', async () => {
  const person = await signUpPerson(backend);
  const { proofId } = await proveNewWallet(backend, person);
  expect(await readPublicProof(proofId)).toBeNull();
  expect(await readPublicProof(randomUUID())).toBeNull();
});

test('a public proof has the signed bytes, and no email, user ID, session ID or challenge ID', async () => {
  const person = await signUpPerson(backend);
  const address = makeAddress();
  const challengeId = await issue(backend, person, address);
  const signed = makeSigned();
  const [challenge] = accepted(await consume(backend, person, challengeId, signed));
  const [proof] = accepted(await record(backend, person, challengeId, signed));
  if (!proof) throw new Error('No proof was recorded.');
  await publish(person, proof.walletId);
  const account = await person.client.from('accounts').select('code').single();
  const shown = await readPublicProof(proof.proofId);
  expect(shown).toEqual({
    id: proof.proofId,
    status: 'standing',
    endedAt: null,
    replacedBy: null,
    proof: {
      account_code: account.data?.code,
      display_name: null,
      method: 'sign_message',
      chain: 'solana:mainnet',
      address,
      origin: 'http://localhost:3000',
      message: challenge?.message,
      signed_bytes: signed.p_signed_bytes,
      signature: signed.p_signature,
      proven_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  });
  const text = JSON.stringify(shown);
  for (const secret of [person.email, person.bound.p_user_id, person.bound.p_session_id, challengeId])
    expect(text).not.toContain(secret);
  expect(await readActivity(person)).toEqual(['wallet_published', 'wallet_proven']);
});

test("a public proof has the account's name at its time, and a later name only after a new proof", async () => {
  const person = await signUpPerson(backend);
  const rename = async (name: string) => {
    const parameters = { ...person.bound, p_display_name: name, p_device: null };
    expect((await callAsServer(backend, 'set_display_name', parameters)).refusal).toBeNull();
  };
  await rename('José');
  const { walletId, proofId, address } = await proveNewWallet(backend, person);
  await publish(person, walletId);
  await rename('Eve');
  expect(await readPublicProof(proofId)).toMatchObject({ proof: { display_name: 'José' } });
  const [again] = accepted(await prove(backend, person, address));
  expect(await readPublicProof(again?.proofId ?? '')).toMatchObject({ proof: { display_name: 'Eve' } });
});

test('the database accepts every character that the site allows in names', async () => {
  let taken = 0;
  // In batches: a project cancels a statement after eight seconds, and closes idle connections.
  for (let first = 1; first <= 0x10ffff; first += 20_000) {
    const letters = listLetters(first, Math.min(first + 20_000, 0x110000));
    const asked = { p_names: letters };
    expect(accepted(await callAsServer<string[]>(backend, 'test_refused_names', asked))).toEqual([]);
    taken += letters.length;
  }
  expect(taken).toBeGreaterThan(100_000);
});

/** The characters in this range that a name may contain, alone or after a letter. */
function listLetters(first: number, end: number): string[] {
  return Array.from({ length: end - first }, (_, index) => String.fromCodePoint(first + index)).flatMap(
    (letter) => [letter, `a${letter}`].find((name) => refuseDisplayName(name) === null) ?? [],
  );
}

test('the public proof of a removed wallet shows only its removal and the time', async () => {
  const person = await signUpPerson(backend);
  const { walletId, proofId } = await proveNewWallet(backend, person);
  await publish(person, walletId);
  await remove(person, walletId);
  expect(await readPublicProof(proofId)).toEqual(gone(proofId, 'removed'));
});

test('the public proof of a moved wallet shows the move; on the new account the wallet is private', async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const { walletId, proofId, address } = await proveNewWallet(backend, ann);
  await publish(ann, walletId);
  const [moved] = accepted(await prove(backend, bob, address, 'move'));
  expect(await readPublicProof(proofId)).toEqual(gone(proofId, 'moved'));
  expect(await readPublicProof(moved?.proofId ?? '')).toBeNull();
});

test('a replaced proof names the current one, until the wallet is made private', async () => {
  const person = await signUpPerson(backend);
  const { walletId, proofId, address } = await proveNewWallet(backend, person);
  await publish(person, walletId);
  const [again] = accepted(await prove(backend, person, address));
  expect(await readPublicProof(proofId)).toEqual({
    ...gone(proofId, 'replaced'),
    replacedBy: again?.proofId,
  });
  await publish(person, walletId, false);
  expect(await readPublicProof(proofId)).toBeNull();
  expect(await readPublicProof(again?.proofId ?? '')).toBeNull();
  expect((await readActivity(person))[0]).toBe('wallet_unpublished');
});

test('publishing shows only the current proof, none that it replaced while private', async () => {
  const person = await signUpPerson(backend);
  const { walletId, proofId, address } = await proveNewWallet(backend, person);
  const [again] = accepted(await prove(backend, person, address));
  await publish(person, walletId);
  expect(await readPublicProof(proofId)).toBeNull();
  expect(await readPublicProof(again?.proofId ?? '')).toMatchObject({ status: 'standing' });
});

test("does not publish a proof that replaced the one on the owner's page, and unpublishes from any page", async () => {
  const person = await signUpPerson(backend);
  const { walletId, proofId, address } = await proveNewWallet(backend, person);
  const [again] = accepted(await prove(backend, person, address));
  const ask = async (isPublic: boolean, shownId: string | undefined) => {
    const change = { p_wallet_id: walletId, p_is_public: isPublic, p_device: null, p_proof_id: shownId };
    return (await callAsServer(backend, 'publish_wallet', { ...person.bound, ...change })).refusal;
  };
  expect(await ask(true, proofId)).toBe('409 proof.replaced');
  expect(await readPublicProof(again?.proofId ?? '')).toBeNull();
  expect(await ask(true, again?.proofId)).toBeNull();
  expect(await readPublicProof(again?.proofId ?? '')).toMatchObject({ status: 'standing' });
  expect(await ask(false, proofId)).toBeNull();
  expect(await readPublicProof(again?.proofId ?? '')).toBeNull();
});

test('an unpublished and then removed wallet leaves no public proof', async () => {
  const person = await signUpPerson(backend);
  const { walletId, proofId } = await proveNewWallet(backend, person);
  await publish(person, walletId);
  await publish(person, walletId, false);
  await remove(person, walletId);
  expect(await readPublicProof(proofId)).toBeNull();
});

test('a deleted account leaves only the status and date of its public proofs', async () => {
  const person = await signUpPerson(backend);
  const shown = await proveNewWallet(backend, person);
  const hidden = await proveNewWallet(backend, person);
  const removed = await proveNewWallet(backend, person);
  await publish(person, shown.walletId);
  await publish(person, removed.walletId);
  await remove(person, removed.walletId);
  const deleted = await callAsServer(backend, 'test_delete_user', { p_user_id: person.bound.p_user_id });
  expect(deleted.refusal).toBeNull();
  for (const { proofId } of [shown, removed])
    expect(await readPublicProof(proofId)).toEqual(gone(proofId, 'deleted'));
  expect(await readPublicProof(hidden.proofId)).toBeNull();
  const left = await callAsServer(backend, 'test_read_wallets', { p_address: shown.address });
  expect(left.data).toBeNull();
});

test('refuses null for whether to publish', async () => {
  const person = await signUpPerson(backend);
  const { walletId } = await proveNewWallet(backend, person);
  const parameters = { ...person.bound, p_wallet_id: walletId, p_is_public: null, p_device: null };
  expect((await callAsServer(backend, 'publish_wallet', parameters)).refusal).toBe('400 request.unexpected');
});
