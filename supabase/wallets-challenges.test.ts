import { randomUUID } from 'node:crypto';
import { writeOffchainMessage } from 'countersign/proof/off-chain-message';
import {
  accepted,
  callAsServer,
  consume,
  describeChallenge,
  issue,
  makeAddress,
  makeSigned,
  type Person,
  record,
  signInAgain,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

async function isOpen(person: Person, challengeId: string): Promise<boolean> {
  return accepted(await consume(backend, person, challengeId)).length === 1;
}

test('returns the statement unchanged, as base64 on one line', async () => {
  const person = await signUpPerson(backend);
  const asked = describeChallenge(person, makeAddress());
  const id = accepted(await callAsServer<string>(backend, 'issue_challenge', asked));
  expect(accepted(await consume(backend, person, id))).toEqual([
    {
      purpose: 'prove',
      method: 'sign_message',
      chain: 'solana:mainnet',
      address: asked.p_address,
      origin: 'http://localhost:3000',
      message: asked.p_message,
    },
  ]);
});

test('records by off-chain message only such a message around the statement, and no sign-in by it', async () => {
  const person = await signUpPerson(backend);
  const asked = { ...describeChallenge(person, makeAddress()), p_method: 'sign_offchain_message' };
  const statement = Buffer.from(asked.p_message, 'base64');
  const framed = Buffer.from(writeOffchainMessage(statement, new Uint8Array(32)));
  const inTwoSigners = Buffer.from(framed).fill(2, 17, 18);
  for (const signedBytes of [statement, inTwoSigners, framed.subarray(0, -1), framed]) {
    const nonce = { p_nonce: randomUUID().replaceAll('-', '') };
    const id = accepted(await callAsServer<string>(backend, 'issue_challenge', { ...asked, ...nonce }));
    const signed = { ...makeSigned(), p_signed_bytes: signedBytes.toString('base64') };
    accepted(await consume(backend, person, id, signed));
    const { refusal } = await record(backend, person, id, signed);
    expect(refusal).toBe(signedBytes === framed ? null : '400 proof.refused');
  }
  const event = await person.client.from('activity_events').select('details').single();
  expect(event.data?.details).toEqual({ address: asked.p_address, method: 'sign_offchain_message' });
  const { p_user_id: _user, p_session_id: _session, p_purpose: _purpose, ...signIn } = asked;
  const browser = { p_browser_hash: 'a'.repeat(64), p_nonce: randomUUID().replaceAll('-', '') };
  expect((await callAsServer(backend, 'issue_sign_in_challenge', { ...signIn, ...browser })).refusal).toBe(
    '400 request.unexpected',
  );
});

test('of 50 concurrent signatures for one challenge exactly one succeeds', async () => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  const won = await Promise.all(Array.from({ length: 50 }, () => isOpen(person, id)));
  expect(won.filter(Boolean)).toHaveLength(1);
});

test('refuses an expired challenge', async () => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  await callAsServer(backend, 'test_expire_challenge', { p_id: id });
  expect(await isOpen(person, id)).toBe(false);
});

test("refuses another account's challenge which stays usable for its owner", async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const id = await issue(backend, ann, makeAddress());
  expect(await isOpen(bob, id)).toBe(false);
  const mixed = { ...bob, bound: { ...bob.bound, p_session_id: ann.bound.p_session_id } };
  expect(await isOpen(mixed, id)).toBe(false);
  expect(await isOpen(ann, id)).toBe(true);
});

test("refuses another session's challenge of the same account", async () => {
  const person = await signUpPerson(backend);
  const other = await signInAgain(backend, person.email);
  const id = await issue(backend, person, makeAddress());
  expect(await isOpen(other, id)).toBe(false);
});

test.each([
  ['a session that timed out', 'test_time_session_out', ['p_session_id']],
  ['a banned account', 'test_ban_user', ['p_user_id']],
] as const)('refuses %s', async (_, end, [parameter]) => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  await callAsServer(backend, end, { [parameter]: person.bound[parameter] });
  expect(await isOpen(person, id)).toBe(false);
});

test('a fourth open challenge replaces only the oldest', async () => {
  const person = await signUpPerson(backend);
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(await issue(backend, person, makeAddress()));
  const open = [];
  for (const id of ids) open.push(await isOpen(person, id));
  expect(open).toEqual([false, true, true, true]);
});

test('refuses the eleventh challenge of a minute with the seconds to wait, but not ten concurrent ones', async () => {
  const person = await signUpPerson(backend);
  const asked = Array.from({ length: 12 }, () => describeChallenge(person, makeAddress()));
  const answers = await Promise.all(
    asked.map((parameters) => callAsServer(backend, 'issue_challenge', parameters)),
  );
  const refused = answers.filter(({ refusal }) => refusal !== null);
  expect(refused.map(({ refusal }) => refusal)).toEqual(Array(2).fill('429 proof.too_many_challenges'));
  for (const { details } of refused) {
    expect(Number(details)).toBeGreaterThanOrEqual(1);
    expect(Number(details)).toBeLessThanOrEqual(60);
  }
  await callAsServer(backend, 'test_age_challenges', { p_user_id: person.bound.p_user_id, p_age: '61 s' });
  await issue(backend, person, makeAddress());
});

test('deletes challenges an hour after their expiry', async () => {
  const person = await signUpPerson(backend);
  const { p_user_id } = person.bound;
  for (let count = 0; count < 3; count += 1) await issue(backend, person, makeAddress());
  await callAsServer(backend, 'test_age_challenges', { p_user_id, p_age: '66 min' });
  await issue(backend, person, makeAddress());
  expect((await callAsServer(backend, 'test_count_challenges', { p_user_id })).data).toBe(1);
});

test('discards every open challenge of the account, and of no other', async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const anns = [await issue(backend, ann, makeAddress()), await issue(backend, ann, makeAddress())];
  const bobs = await issue(backend, bob, makeAddress());
  const discarded = await callAsServer(backend, 'discard_challenges', { p_user_id: ann.bound.p_user_id });
  expect(discarded.refusal).toBeNull();
  for (const id of anns) expect(await isOpen(ann, id)).toBe(false);
  expect(await isOpen(bob, bobs)).toBe(true);
});

test.each([
  ['a purpose of its own', { p_purpose: 'steal' }],
  ['an unknown method', { p_method: 'shout' }],
  ['another chain', { p_chain: 'mainnet' }],
  ['an address with an O', { p_address: 'O'.repeat(44) }],
  ['an address that is too long', { p_address: '1'.repeat(45) }],
  ['an origin with a path', { p_origin: 'https://a.example/b' }],
  ['a short nonce', { p_nonce: 'abc' }],
  ['no base64', { p_message: 'secret*' }],
  ['an empty statement', { p_message: '' }],
  ['a statement over 2048 bytes', { p_message: Buffer.alloc(2049).toString('base64') }],
  ['six minutes', { p_expires_in_seconds: 360 }],
  ['no address at all', { p_address: null }],
])('refuses a challenge with %s, without repeating the input', async (_, wrong) => {
  const person = await signUpPerson(backend);
  const asked = { ...describeChallenge(person, makeAddress()), ...wrong };
  const { refusal, details } = await callAsServer(backend, 'issue_challenge', asked);
  expect([refusal, details || null]).toEqual(['400 request.unexpected', null]);
});

test('refuses a reused nonce', async () => {
  const person = await signUpPerson(backend);
  const asked = describeChallenge(person, makeAddress());
  await callAsServer(backend, 'issue_challenge', asked);
  const again = await callAsServer(backend, 'issue_challenge', asked);
  expect([again.refusal, again.details || null]).toEqual(['400 request.unexpected', null]);
});

test('an unused challenge makes no proof', async () => {
  const person = await signUpPerson(backend);
  const id = await issue(backend, person, makeAddress());
  expect((await record(backend, person, id, makeSigned())).refusal).toBe('409 proof.challenge_gone');
});
