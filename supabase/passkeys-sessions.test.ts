import { randomBytes } from 'node:crypto';
import {
  addPasskey,
  beginAtAuth,
  beginHere,
  beginRemoval,
  done,
  mark,
  refusalOf,
  removeAtAuth,
  settle,
  signInByPasskey,
} from './testing/passkeys/act-with-passkeys.ts';
import {
  accepted,
  addFactor,
  ageStepUp,
  callAsServer,
  describeChallenge,
  makeAddress,
  type Person,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const asksForCode = '403 auth.second_factor_required';
const signedOut = '401 auth.signed_out';

const checkLive = (person: Person) => refusalOf(backend, 'require_live_session', person);
const checkRecent = (person: Person) => refusalOf(backend, 'require_recent_auth', person);
const touch = async ({ bound }: Person) =>
  (await callAsServer<boolean>(backend, 'touch_session', { ...bound }, 'aal1')).data;
const endSessionsOf = (person: Person, id: string) =>
  refusalOf(backend, 'end_sessions_of_passkey', person, { p_passkey_id: id });
const countMarks = async ({ bound }: Person) =>
  accepted(await callAsServer<number>(backend, 'test_count_marks', { p_user_id: bound.p_user_id }));

/** Whether an aal1 token reads its own rows over REST. */
const reads = async ({ bound }: Person) => {
  const claims = { sub: bound.p_user_id, session_id: bound.p_session_id, role: 'authenticated', aal: 'aal1' };
  const { data, refusal } = await callAsServer<boolean>(backend, 'test_has_live_session', {
    p_claims: claims,
  });
  return refusal ?? data;
};

describe('of an account with an authenticator', () => {
  test('a session begun with a passkey of this site needs no code, in every check', async () => {
    const ann = await signUpPerson(backend);
    const passkey = await addPasskey(backend, ann);
    await addFactor(backend, ann, 'verified');
    const begun = await beginHere(backend, ann);
    expect(await checkLive(begun)).toBe(asksForCode);
    expect(await mark(backend, begun, passkey)).toMatchObject({ data: passkey.id, refusal: null });
    expect(await checkLive(begun)).toBeNull();
    expect(await checkRecent(begun)).toBeNull();
    expect(await touch(begun)).toBe(true);
    const challenge = describeChallenge(begun, makeAddress());
    expect(await refusalOf(backend, 'issue_challenge', begun, challenge)).toBeNull();
    const listed = await callAsServer<{ id: string; isWaiting: boolean }[]>(
      backend,
      'list_sessions',
      begun.bound,
      'aal1',
    );
    const waiting = accepted(listed).map(({ id, isWaiting }) => [id, isWaiting]);
    expect(Object.fromEntries(waiting)).toEqual({
      [begun.bound.p_session_id]: false,
      [ann.bound.p_session_id]: true,
    });
  });

  test('the token of such a session reads, but a token of a password sign-in does not', async () => {
    const ann = await signUpPerson(backend);
    const begun = await signInByPasskey(backend, ann, await addPasskey(backend, ann));
    await addFactor(backend, ann, 'verified');
    expect(await reads(begun)).toBe(true);
    expect(await reads(ann)).toBe(asksForCode);
  });

  test("an authenticator added later is required from other sessions, but not from the passkey's", async () => {
    const ann = await signUpPerson(backend);
    const begun = await signInByPasskey(backend, ann, await addPasskey(backend, ann));
    const other = await beginHere(backend, ann, 'password');
    await addFactor(backend, ann, 'verified');
    expect(await checkRecent(begun)).toBeNull();
    expect(await checkRecent(other)).toBe(asksForCode);
  });

  test("it can't create recovery codes, for which Auth must have checked the authenticator's code", async () => {
    const ann = await signUpPerson(backend);
    await addFactor(backend, ann, 'verified');
    const begun = await signInByPasskey(backend, ann, await addPasskey(backend, ann));
    const codes = { p_code_hashes: [randomBytes(32).toString('hex')] };
    expect(await refusalOf(backend, 'replace_recovery_codes', begun, codes)).toBe('403 factor.needed');
  });

  test('a sign-in with it is a step-up for ten minutes', async () => {
    const ann = await signUpPerson(backend);
    await addFactor(backend, ann, 'verified');
    const begun = await signInByPasskey(backend, ann, await addPasskey(backend, ann));
    await ageStepUp(backend, begun, '601 seconds');
    expect(await checkLive(begun)).toBeNull();
    expect(await checkRecent(begun)).toBe('403 auth.recent_auth_required');
  });
});

describe('a forged mark', () => {
  test.each([
    ['a password’s session', 'password', 'password'],
    ['a password’s session that is recorded as a passkey’s', 'password', 'passkey'],
    ['a passkey’s session that is recorded as a password’s', 'passkey', 'password'],
  ])('is refused for %s', async (_, methodAtAuth, methodHere) => {
    const ann = await signUpPerson(backend);
    const passkey = await addPasskey(backend, ann);
    await addFactor(backend, ann, 'verified');
    const begun = await beginAtAuth(backend, ann, methodAtAuth);
    done(
      await callAsServer(backend, 'record_session', { ...begun.bound, p_method: methodHere, p_device: null }),
    );
    expect((await mark(backend, begun, passkey)).refusal).toBe('400 passkey.refused');
    expect(await checkLive(begun)).toBe(asksForCode);
  });

  test("is refused for another account's passkey, an unknown one, and a malformed credential", async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    await addPasskey(backend, ann);
    const bobs = await addPasskey(backend, bob);
    const begun = await beginHere(backend, ann);
    for (const credentialId of [bobs.credentialId, 'AAAA', '', 'a b', '=', '%', 'A'.repeat(2000)])
      expect([credentialId, (await mark(backend, begun, { credentialId })).refusal]).toEqual([
        credentialId,
        '400 passkey.refused',
      ]);
    const mixed = { ...ann, bound: { ...begun.bound, p_user_id: bob.bound.p_user_id } };
    expect((await mark(backend, mixed, bobs)).refusal).toBe(signedOut);
    expect(await countMarks(ann)).toBe(0);
  });

  test('is refused for a session that was begun only at Auth, has ended, or is of a banned account', async () => {
    const ann = await signUpPerson(backend);
    const passkey = await addPasskey(backend, ann);
    const past = await beginAtAuth(backend, ann);
    expect((await mark(backend, past, passkey)).refusal).toBe(signedOut);
    const ended = await beginHere(backend, ann);
    done(await callAsServer(backend, 'end_session', { ...ended.bound, p_target: ended.bound.p_session_id }));
    expect((await mark(backend, ended, passkey)).refusal).toBe(signedOut);
    const begun = await beginHere(backend, ann);
    await callAsServer(backend, 'test_ban_user', { p_user_id: ann.bound.p_user_id });
    expect((await mark(backend, begun, passkey)).refusal).toBe(signedOut);
  });

  test('cannot name a second passkey for a session; repeating it, also concurrently, changes nothing', async () => {
    const ann = await signUpPerson(backend);
    const [first, second] = [await addPasskey(backend, ann), await addPasskey(backend, ann)];
    const begun = await beginHere(backend, ann);
    const marked = await Promise.all([1, 2, 3, 4].map(() => mark(backend, begun, first)));
    expect(marked.map(({ data }) => data)).toEqual(Array(4).fill(first.id));
    expect((await mark(backend, begun, second)).refusal).toBe('400 passkey.refused');
    expect(await countMarks(ann)).toBe(1);
  });

  test('a mark has no effect for another account or session', async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const begun = await signInByPasskey(backend, ann, await addPasskey(backend, ann));
    await addFactor(backend, bob, 'verified');
    const mixed = { ...bob, bound: { ...bob.bound, p_session_id: begun.bound.p_session_id } };
    expect(await checkLive(mixed)).toBe(signedOut);
    expect(await checkLive(bob)).toBe(asksForCode);
  });
});

describe('a removed passkey', () => {
  test('ends only the sessions it began; the removing session stays, but then needs the code', async () => {
    const ann = await signUpPerson(backend);
    const [lost, kept] = [await addPasskey(backend, ann), await addPasskey(backend, ann)];
    const remover = await signInByPasskey(backend, ann, lost);
    const [byLost, byKept] = [
      await signInByPasskey(backend, ann, lost),
      await signInByPasskey(backend, ann, kept),
    ];
    expect(await beginRemoval(backend, remover, lost)).toBeNull();
    await removeAtAuth(backend, lost);
    // The server's second call, which may get lost, has not arrived yet.
    expect([await checkLive(remover), await checkLive(byLost)]).toEqual([null, signedOut]);
    expect(await endSessionsOf(remover, lost.id)).toBeNull();
    await settle(backend, ann);
    expect([await checkLive(byLost), await touch(byLost)]).toEqual([signedOut, false]);
    for (const person of [ann, remover, byKept]) expect(await checkLive(person)).toBeNull();
    await addFactor(backend, ann, 'verified');
    expect(await checkLive(remover)).toBe(asksForCode);
    expect(await checkLive(byKept)).toBeNull();
  });

  test('ends them also if the change was settled first, and sessions without a recorded passkey', async () => {
    const ann = await signUpPerson(backend);
    const lost = await addPasskey(backend, ann);
    const remover = await signInByPasskey(backend, ann, lost);
    const unmarked = await beginHere(backend, ann);
    expect(await beginRemoval(backend, remover, lost)).toBeNull();
    await removeAtAuth(backend, lost);
    await settle(backend, ann);
    expect(await endSessionsOf(remover, lost.id)).toBeNull();
    expect(await checkLive(remover)).toBeNull();
    expect(await checkLive(unmarked)).toBe(signedOut);
  });

  test('directly at Auth also ends its sessions', async () => {
    const ann = await signUpPerson(backend);
    const lost = await addPasskey(backend, ann);
    const begun = await signInByPasskey(backend, ann, lost);
    await removeAtAuth(backend, lost);
    expect([await checkLive(begun), await touch(begun), await reads(begun)]).toEqual([
      signedOut,
      false,
      signedOut,
    ]);
    expect(await refusalOf(backend, 'end_other_sessions', begun, { p_because: 'ended_elsewhere' })).toBe(
      signedOut,
    );
  });

  test("ends no other account's sessions, and a session without its second factor ends none", async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const bobs = await addPasskey(backend, bob);
    const begun = await signInByPasskey(backend, bob, bobs);
    expect(await endSessionsOf(ann, bobs.id)).toBeNull();
    expect(await checkLive(begun)).toBeNull();
    await addFactor(backend, bob, 'verified');
    expect(await endSessionsOf(bob, bobs.id)).toBe(asksForCode);
    expect(await checkLive(begun)).toBeNull();
  });
});
