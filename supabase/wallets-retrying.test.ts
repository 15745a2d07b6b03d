import {
  accepted,
  callAsServer,
  consume,
  describeChallenge,
  issue,
  makeAddress,
  makeSigned,
  type Person,
  prove,
  readActivity,
  record,
  type Signed,
  signInAgain,
  signUpPerson,
  submit,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

function flipLastBit(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes.toString('base64');
}

/** A challenge that was consumed with `signed`, whose proof was not recorded. */
async function loseBeforeRecord() {
  const person = await signUpPerson(backend);
  const address = makeAddress();
  const id = await issue(backend, person, address);
  const signed = makeSigned();
  await consume(backend, person, id, signed);
  return { person, address, id, signed };
}

async function isOpen(person: Person, id: string, signed: Signed): Promise<boolean> {
  return accepted(await consume(backend, person, id, signed)).length === 1;
}

async function countProofs(person: Person): Promise<number> {
  return (await person.client.from('proofs').select('id')).data?.length ?? 0;
}

test("a different signature, different bytes or another session can't continue", async () => {
  const { person, id, signed } = await loseBeforeRecord();
  const others: Signed[] = [
    { ...signed, p_signature: flipLastBit(signed.p_signature) },
    { ...signed, p_signed_bytes: flipLastBit(signed.p_signed_bytes) },
    // Moves a byte from the signature to the signed bytes.
    {
      p_signed_bytes: Buffer.concat([
        Buffer.from(signed.p_signed_bytes, 'base64'),
        Buffer.from(signed.p_signature, 'base64').subarray(0, 1),
      ]).toString('base64'),
      p_signature: Buffer.from(signed.p_signature, 'base64').subarray(1).toString('base64'),
    },
  ];
  for (const other of others) {
    expect(await isOpen(person, id, other)).toBe(false);
    expect((await record(backend, person, id, other)).refusal).toBe('409 proof.challenge_gone');
  }
  const elsewhere = await signInAgain(backend, person.email);
  expect(await isOpen(elsewhere, id, signed)).toBe(false);
  const stranger = await signUpPerson(backend);
  expect(await isOpen(stranger, id, signed)).toBe(false);
  expect(await countProofs(person)).toBe(0);
  expect(await isOpen(person, id, signed)).toBe(true);
});

test('a challenge is not used without a signature, and makes no proof', async () => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  expect(await isOpen(person, id, { ...makeSigned(), p_signature: null } as unknown as Signed)).toBe(false);
  expect(await isOpen(person, id, makeSigned())).toBe(true);
});

test('a discarded challenge is gone for its signature too, also while being recorded', async () => {
  const { person, id, signed } = await loseBeforeRecord();
  await callAsServer(backend, 'discard_challenges', { p_user_id: person.bound.p_user_id });
  expect(await isOpen(person, id, signed)).toBe(false);
  expect((await record(backend, person, id, signed)).refusal).toBe('409 proof.challenge_gone');
});

test('an expired statement makes no proof, even if it was used before', async () => {
  const { person, id, signed } = await loseBeforeRecord();
  const { p_user_id } = person.bound;
  await callAsServer(backend, 'test_age_challenges', { p_user_id, p_age: '301 s' });
  expect(await isOpen(person, id, signed)).toBe(false);
  // A statement used in its last second may be recorded shortly afterwards, but not a minute later.
  await callAsServer(backend, 'test_age_challenges', { p_user_id, p_age: '60 s' });
  expect((await record(backend, person, id, signed)).refusal).toBe('409 proof.challenge_gone');
});

test('a statement that expires between its use and its recording becomes a proof', async () => {
  const { person, id, signed } = await loseBeforeRecord();
  await callAsServer(backend, 'test_age_challenges', {
    p_user_id: person.bound.p_user_id,
    p_age: '301 s',
  });
  expect(accepted(await record(backend, person, id, signed))).toMatchObject([{ outcome: 'proven' }]);
});

test.each(['proven', 're-proven', 'moved'])(
  'an exact retry returns again that a wallet was %s',
  async (outcome) => {
    const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
    const address = makeAddress();
    if (outcome === 're-proven') await prove(backend, ann, address);
    if (outcome === 'moved') await prove(backend, bob, address);
    const id = await issue(backend, ann, address, 'move');
    const signed = makeSigned();
    const first = accepted(await submit(backend, ann, id, signed));
    expect(first).toMatchObject([{ outcome }]);
    const before = await readActivity(ann);
    // Independent of later changes to the challenge.
    await callAsServer(backend, 'discard_challenges', { p_user_id: ann.bound.p_user_id });
    expect(accepted(await submit(backend, ann, id, signed))).toEqual(first);
    expect(await readActivity(ann)).toEqual(before);
  },
);

test('accepts repeatedly that a wallet returns the message although it signed a frame around it', async () => {
  const person = await signUpPerson(backend);
  const asked = describeChallenge(person, makeAddress());
  const id = accepted(await callAsServer<string>(backend, 'issue_challenge', asked));
  const framed = makeSigned();
  const handedBack = { ...framed, p_signed_bytes: asked.p_message };
  expect(await isOpen(person, id, handedBack)).toBe(true);
  const first = accepted(await record(backend, person, id, framed));
  expect(await isOpen(person, id, handedBack)).toBe(true);
  expect(accepted(await record(backend, person, id, framed))).toEqual(first);
});

test('50 concurrent submissions of the same signature all get the same proof', async () => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  const signed = makeSigned();
  const answers = await Promise.all(Array.from({ length: 50 }, () => submit(backend, person, id, signed)));
  const proofs = answers.map((answer) => accepted(answer));
  expect(new Set(proofs.map((rows) => JSON.stringify(rows))).size).toBe(1);
  expect(proofs[0]).toHaveLength(1);
  expect(await countProofs(person)).toBe(1);
  expect(await readActivity(person)).toEqual(['wallet_proven']);
});

test('of 50 concurrent submissions of different signatures exactly one makes a proof', async () => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  const answers = await Promise.all(Array.from({ length: 50 }, () => submit(backend, person, id)));
  const refusals = answers.map(({ refusal }) => refusal).filter((refusal) => refusal !== null);
  expect(refusals).toEqual(Array(49).fill('409 proof.challenge_gone'));
  expect(await countProofs(person)).toBe(1);
});

test('does not return the proof again to a session that signed out', async () => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  const signed = makeSigned();
  accepted(await submit(backend, person, id, signed));
  await person.client.auth.signOut({ scope: 'local' });
  expect(await isOpen(person, id, signed)).toBe(false);
  expect((await record(backend, person, id, signed)).refusal).toBe('401 auth.signed_out');
});

test('an exact retry does not return a proof that was since removed, replaced or moved', async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const endings: ((address: string, walletId: string) => Promise<unknown>)[] = [
    (_, walletId) =>
      callAsServer(backend, 'remove_wallet', { ...ann.bound, p_wallet_id: walletId, p_device: null }),
    (address) => prove(backend, ann, address),
    (address) => prove(backend, bob, address, 'move'),
  ];
  for (const end of endings) {
    const address = makeAddress();
    const id = await issue(backend, ann, address);
    const signed = makeSigned();
    const [proof] = accepted(await submit(backend, ann, id, signed));
    await end(address, proof?.walletId ?? '');
    expect((await submit(backend, ann, id, signed)).refusal).toBe('409 proof.challenge_gone');
  }
});
