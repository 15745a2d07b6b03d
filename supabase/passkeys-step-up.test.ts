import { enrollAndProve } from 'local-supabase/testing';
import {
  addExternalPasskey,
  addPasskey,
  beginHere,
  mark,
  refusalOf,
  removeAtAuth,
  signInByPasskey,
} from './testing/passkeys/act-with-passkeys.ts';
import {
  accepted,
  addFactor,
  ageStepUp,
  callAsServer,
  type Person,
  setUpAuthenticator,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const refused = '400 passkey.refused';
const checkRecent = (person: Person) => refusalOf(backend, 'require_recent_auth', person);
const confirm = (person: Person, proof: Person | null) =>
  refusalOf(backend, 'record_step_up_by_passkey', person, {
    p_proof_session: proof?.bound.p_session_id ?? null,
  });
const listMethods = async ({ bound }: Person) =>
  accepted(
    await callAsServer(backend, 'list_step_up_methods', {
      p_user_id: bound.p_user_id,
      p_chain: 'solana:mainnet',
    }),
  );

/** A user with a passkey whose session is an hour old. */
async function prepare() {
  const ann = await signUpPerson(backend);
  const passkey = await addPasskey(backend, ann);
  await ageStepUp(backend, ann, '1 hour');
  return { ann, passkey };
}

test('a passkey is a step-up for 10 minutes, and the session that it began for that ends', async () => {
  const { ann, passkey } = await prepare();
  const proof = await signInByPasskey(backend, ann, passkey);
  expect(await confirm(ann, proof)).toBeNull();
  expect(await checkRecent(ann)).toBeNull();
  expect(await refusalOf(backend, 'require_live_session', proof)).toBe('401 auth.signed_out');
  const { p_user_id, p_session_id } = proof.bound;
  expect((await callAsServer(backend, 'test_list_sessions_at_auth', { p_user_id })).data).not.toContain(
    p_session_id,
  );
  await ageStepUp(backend, ann, '601 seconds');
  expect(await checkRecent(ann)).toBe('403 auth.recent_auth_required');
});

test('it confirms once, also if sent concurrently, and only one session', async () => {
  const { ann, passkey } = await prepare();
  const other = await beginHere(backend, ann, 'password');
  const proof = await signInByPasskey(backend, ann, passkey);
  const answers = await Promise.all([ann, other, ann, other].map((person) => confirm(person, proof)));
  expect(answers.filter((refusal) => refusal === null)).toHaveLength(1);
  expect(answers.filter((refusal) => refusal === refused)).toHaveLength(3);
  expect((await mark(backend, proof, passkey)).refusal).toBe('401 auth.signed_out');
  expect(await confirm(ann, proof)).toBe(refused);
});

test('it replaces an authenticator, which no other method does', async () => {
  const { ann, passkey } = await prepare();
  await addFactor(backend, ann, 'verified');
  const begun = await signInByPasskey(backend, ann, passkey);
  await ageStepUp(backend, begun, '1 hour');
  expect(await refusalOf(backend, 'record_step_up', begun, { p_by: 'password' })).toBe(
    '403 auth.second_factor_required',
  );
  // This session has not passed the authenticator.
  expect(await refusalOf(backend, 'record_step_up', begun, { p_by: 'authenticator' })).toBe(
    '403 auth.second_factor_required',
  );
  expect(await checkRecent(begun)).toBe('403 auth.recent_auth_required');
  expect(await confirm(begun, await signInByPasskey(backend, ann, passkey))).toBeNull();
  expect(await checkRecent(begun)).toBeNull();
});

test('it does not confirm a session without its second factor', async () => {
  const { ann, passkey } = await prepare();
  await addFactor(backend, ann, 'verified');
  const proof = await signInByPasskey(backend, ann, passkey);
  expect(await confirm(ann, proof)).toBe('403 auth.second_factor_required');
});

test.each<[string, (ann: Person) => Promise<Person | null>]>([
  ['none', async () => null],
  ['the session itself', async (ann) => ann],
  ['a password’s', (ann) => beginHere(backend, ann, 'password')],
  ['one that is not marked', (ann) => beginHere(backend, ann)],
  [
    'one of a passkey that was set up at Auth',
    async (ann) => {
      const external = await addExternalPasskey(backend, ann);
      const begun = await beginHere(backend, ann);
      await mark(backend, begun, external);
      return begun;
    },
  ],
  [
    'one whose passkey has been removed',
    async (ann) => {
      const passkey = await addPasskey(backend, ann);
      const begun = await signInByPasskey(backend, ann, passkey);
      await removeAtAuth(backend, passkey);
      return begun;
    },
  ],
  [
    'one that is older than a minute',
    async (ann) => {
      const begun = await signInByPasskey(backend, ann, await addPasskey(backend, ann));
      await ageStepUp(backend, begun, '61 seconds');
      return begun;
    },
  ],
  [
    'one that was marked longer ago than that',
    async (ann) => {
      const begun = await signInByPasskey(backend, ann, await addPasskey(backend, ann));
      const { p_session_id } = begun.bound;
      await callAsServer(backend, 'test_age_mark', { p_session_id, p_age: '61 seconds' });
      return begun;
    },
  ],
  [
    'one that has ended',
    async (ann) => {
      const begun = await signInByPasskey(backend, ann, await addPasskey(backend, ann));
      await callAsServer(backend, 'end_session', { ...begun.bound, p_target: begun.bound.p_session_id });
      return begun;
    },
  ],
  [
    'one of another account',
    async () => {
      const bob = await signUpPerson(backend);
      return signInByPasskey(backend, bob, await addPasskey(backend, bob));
    },
  ],
])('a session without proof of a passkey confirms nothing: %s', async (_, makeProof) => {
  const { ann } = await prepare();
  const proof = await makeProof(ann);
  expect(await confirm(ann, proof)).toBe(refused);
  expect(await checkRecent(ann)).toBe('403 auth.recent_auth_required');
});

test('a day-old session of a passkey is confirmed only by using the passkey again', async () => {
  const { ann, passkey } = await prepare();
  const begun = await signInByPasskey(backend, ann, passkey);
  await ageStepUp(backend, begun, '1 day');
  expect(await confirm(begun, begun)).toBe(refused);
  expect(await refusalOf(backend, 'record_step_up', begun, { p_by: 'passkey' })).toBe(
    '400 request.unexpected',
  );
  expect(await checkRecent(begun)).toBe('403 auth.recent_auth_required');
});

test('lists a passkey of this site first among the methods of step-up, also with an authenticator', async () => {
  const ann = await signUpPerson(backend);
  await addExternalPasskey(backend, ann);
  expect(await listMethods(ann)).toEqual(['password', 'code']);
  const passkey = await addPasskey(backend, ann);
  expect(await listMethods(ann)).toEqual(['passkey', 'password', 'code']);
  await setUpAuthenticator(backend, ann);
  expect(await listMethods(ann)).toEqual(['passkey', 'authenticator']);
  await removeAtAuth(backend, passkey);
  expect(await listMethods(ann)).toEqual(['authenticator']);
});

describe('an authenticator that an attacker added at Auth', () => {
  const findPast = async ({ bound }: Person) =>
    (await callAsServer(backend, 'find_authenticator_recovery', bound, 'aal1')).data;
  const removePast = ({ bound }: Person) =>
    callAsServer<string[]>(backend, 'begin_authenticator_recovery', bound, 'aal1');

  test('does not lock out an owner with a passkey, who can remove it while the passkey is a step-up', async () => {
    const { ann, passkey } = await prepare();
    const { factorId } = await enrollAndProve(ann.client);
    const owner = await signInByPasskey(backend, ann, passkey);
    expect(await checkRecent(owner)).toBeNull();
    expect(await findPast(owner)).toMatchObject({ needsPassword: false, needsCode: false });
    await ageStepUp(backend, owner, '601 seconds');
    expect(await findPast(owner)).toMatchObject({ needsPassword: true, needsCode: true });
    expect(await confirm(owner, await signInByPasskey(backend, ann, passkey))).toBeNull();
    expect((await removePast(owner)).data).toEqual([factorId]);
  });

  test("can't be removed with a passkey that was added at Auth too", async () => {
    const { ann } = await prepare();
    await enrollAndProve(ann.client);
    const external = await addExternalPasskey(backend, ann);
    const thief = await beginHere(backend, ann);
    await mark(backend, thief, external);
    expect(await findPast(thief)).toBeNull();
    // Nor after that passkey is removed, since its origin is unknown then.
    await removeAtAuth(backend, external);
    expect(await findPast(thief)).toBeNull();
    expect((await removePast(thief)).refusal).toBe('403 auth.second_factor_required');
  });

  test("an authenticator set up here can't be removed this way: it has recovery codes", async () => {
    const { ann, passkey } = await prepare();
    await addFactor(backend, ann, 'verified');
    expect(await findPast(await signInByPasskey(backend, ann, passkey))).toBeNull();
  });
});
