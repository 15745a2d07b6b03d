import { randomBytes } from 'node:crypto';
import {
  addExternalPasskey,
  addPasskey,
  announce,
  beginHere,
  beginRemoval,
  done,
  mark,
  type Passkey,
  refusalOf,
  removeAtAuth,
  settle,
  signInByPasskey,
  withdraw,
} from './testing/passkeys/act-with-passkeys.ts';
import {
  accepted,
  addFactor,
  ageStepUp,
  callAsServer,
  type Person,
  signInAgain,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const makeCredentialId = () => randomBytes(20).toString('base64url');
const touch = async ({ bound }: Person) => (await callAsServer(backend, 'touch_session', { ...bound })).data;
const checkRecent = (person: Person) => refusalOf(backend, 'require_recent_auth', person);
const endExpectations = async ({ bound: { p_user_id } }: Person) =>
  done(await callAsServer(backend, 'test_end_expectations', { p_user_id }));

type Found = { id: string; kind: string; name: string; reference: string | null };
const listFound = async ({ bound }: Person) =>
  accepted(await callAsServer<{ found: Found[] }>(backend, 'describe_security', bound)).found;

type Notice = { kind: string; details: Record<string, string>; user_id: string };
async function listNotices({ bound }: Person): Promise<string[]> {
  const notices = accepted(await callAsServer<Notice[]>(backend, 'test_read_notices'));
  return notices
    .filter(({ user_id, kind }) => user_id === bound.p_user_id && /^(method|passkey)_/.test(kind))
    .map(({ kind, details }) => `${kind} ${details.means ?? details.name}`);
}

/** A session of an attacker who signed in with their own passkey. */
async function signInByExternal(person: Person, passkey: Passkey): Promise<Person> {
  const begun = await beginHere(backend, person);
  expect(await mark(backend, begun, passkey)).toMatchObject({ data: null, refusal: null });
  return begun;
}

test('a passkey added at Auth can sign in but change nothing, and the owner gets one notice', async () => {
  const ann = await signUpPerson(backend);
  const external = await addExternalPasskey(backend, ann);
  const thief = await signInByExternal(ann, external);
  expect(await refusalOf(backend, 'require_live_session', thief)).toBeNull();
  expect(await checkRecent(thief)).toBe('403 auth.recent_auth_required');
  await touch(ann);
  expect(await listNotices(ann)).toEqual(['method_found passkey']);
  expect(await listFound(ann)).toMatchObject([{ kind: 'passkey', name: 'passkey', reference: external.id }]);
  expect(await checkRecent(ann)).toBeNull();
});

test("it is no step-up with an authenticator's code either, but a passkey of this site is", async () => {
  const ann = await signUpPerson(backend);
  const known = await addPasskey(backend, ann);
  const external = await addExternalPasskey(backend, ann);
  await addFactor(backend, ann, 'verified');
  const thief = await signInByExternal(ann, external);
  const { p_session_id } = thief.bound;
  done(await callAsServer(backend, 'test_raise_session', { p_session_id }));
  const asked = await callAsServer(backend, 'require_recent_auth', thief.bound, 'aal2');
  expect(asked.refusal).toBe('403 auth.recent_auth_required');
  // A passkey added at Auth doesn't affect the owner's own one.
  expect(await checkRecent(await signInByPasskey(backend, ann, known))).toBeNull();
});

test("a session begun with it can't confirm it; confirmed by the owner, it counts from the next sign-in", async () => {
  const ann = await signUpPerson(backend);
  const external = await addExternalPasskey(backend, ann);
  const thief = await signInByExternal(ann, external);
  const [found] = await listFound(ann);
  const keep = (person: Person) =>
    refusalOf(backend, 'keep_sign_in_method', person, { p_method_id: found?.id, p_device: null });
  expect(await keep(thief)).toBe('403 auth.recent_auth_required');
  expect(await keep(ann)).toBeNull();
  expect(await listFound(ann)).toEqual([]);
  await addFactor(backend, ann, 'verified');
  expect(await checkRecent(thief)).toBe('403 auth.second_factor_required');
  expect(await checkRecent(await signInByPasskey(backend, ann, external))).toBeNull();
});

test("reports a passkey added here as such, also if a response was lost, but not an attacker's concurrent one", async () => {
  const ann = await signUpPerson(backend);
  const other = await signInAgain(backend, ann.email);
  const credentialId = makeCredentialId();
  await announce(backend, ann, credentialId);
  const external = await addExternalPasskey(backend, ann);
  const own = await addExternalPasskey(backend, ann, credentialId);
  // Another session's step-up finds both. The activity names the session that added the passkey, and none for the attacker's.
  done(await callAsServer(backend, 'record_step_up', { ...other.bound, p_by: 'password' }));
  expect((await listNotices(ann)).sort()).toEqual(['method_found passkey', 'passkey_added Laptop']);
  const { data } = await ann.client.from('activity_events').select('kind,device,session_id').order('kind');
  expect(data).toEqual([
    { kind: 'method_found', device: null, session_id: null },
    { kind: 'passkey_added', device: 'Firefox on Linux', session_id: ann.bound.p_session_id },
  ]);
  expect((await listFound(ann)).map(({ reference }) => reference)).toEqual([external.id]);
  await endExpectations(ann);
  await ageStepUp(backend, ann, '1 hour');
  expect(await checkRecent(await signInByPasskey(backend, ann, own))).toBeNull();
});

test("a passkey doesn't count as this site's if its credential was not announced, or arrives too late", async () => {
  const ann = await signUpPerson(backend);
  const { p_user_id, p_session_id: p_acting_session_id } = ann.bound;
  const announced = { p_user_id, p_acting_session_id, p_kind: 'passkey', p_reference: '' };
  expect((await callAsServer(backend, 'begin_sign_in_method_change', announced)).refusal).toBe(
    '400 request.unexpected',
  );
  const credentialId = makeCredentialId();
  await announce(backend, ann, credentialId);
  await endExpectations(ann);
  await addExternalPasskey(backend, ann, credentialId);
  await touch(ann);
  expect(await listNotices(ann)).toEqual(['method_found passkey']);
});

test('ten tabs that add a passkey concurrently add ten of this site', async () => {
  const ann = await signUpPerson(backend);
  const credentialIds = Array.from({ length: 10 }, makeCredentialId);
  for (const credentialId of credentialIds) await announce(backend, ann, credentialId);
  await Promise.all(
    credentialIds.map(async (credentialId) => {
      await addExternalPasskey(backend, ann, credentialId);
      await settle(backend, ann);
    }),
  );
  await touch(ann);
  expect(await listNotices(ann)).toEqual(Array(10).fill('passkey_added Laptop'));
  expect(await listFound(ann)).toEqual([]);
});

const newestNotice = async (person: Person) => (await listNotices(person)).at(-1);

test('reports whether a passkey was removed at Auth or here, also if a response was lost', async () => {
  const ann = await signUpPerson(backend);
  const [first, second, third] = [
    await addPasskey(backend, ann),
    await addPasskey(backend, ann),
    await addPasskey(backend, ann),
  ];
  expect(await beginRemoval(backend, ann, first)).toBeNull();
  await removeAtAuth(backend, first);
  await settle(backend, ann);
  expect(await newestNotice(ann)).toBe('passkey_removed Laptop');
  await removeAtAuth(backend, second);
  await touch(ann);
  expect(await newestNotice(ann)).toBe('method_lost passkey');
  expect(await beginRemoval(backend, ann, third)).toBeNull();
  await removeAtAuth(backend, third);
  await touch(ann);
  expect((await listNotices(ann)).slice(-2)).toEqual(['method_lost passkey', 'passkey_removed Laptop']);
});

test('neither a made-up credential nor one that Auth refused announces the removal of a passkey', async () => {
  const ann = await signUpPerson(backend);
  const [first, second] = [await addPasskey(backend, ann), await addPasskey(backend, ann)];
  const begun = await signInByPasskey(backend, ann, first);
  // A passkey's ID has the format of a credential's.
  await announce(backend, ann, first.id);
  await removeAtAuth(backend, first);
  expect(await refusalOf(backend, 'require_live_session', begun)).toBe('401 auth.signed_out');
  await touch(ann);
  expect(await newestNotice(ann)).toBe('method_lost passkey');
  expect(await beginRemoval(backend, ann, second)).toBeNull();
  await withdraw(backend, ann, { id: second.id });
  await removeAtAuth(backend, second);
  await touch(ann);
  expect((await listNotices(ann)).slice(-2)).toEqual(['method_lost passkey', 'method_lost passkey']);
});

test('the ID of a removed passkey announces no new one', async () => {
  const ann = await signUpPerson(backend);
  const external = await addExternalPasskey(backend, ann);
  expect(await beginRemoval(backend, ann, external)).toBeNull();
  await settle(backend, ann);
  expect((await listFound(ann)).map(({ reference }) => reference)).toEqual([external.id]);
});

test('sign-in methods that an account has at its first sign-in here count as its own, passkeys too', async () => {
  const ann = await signUpPerson(backend);
  done(await callAsServer(backend, 'test_forget_sign_in_methods', { p_user_id: ann.bound.p_user_id }));
  const passkey = await addExternalPasskey(backend, ann);
  await ageStepUp(backend, ann, '1 hour');
  expect(await checkRecent(await signInByPasskey(backend, ann, passkey))).toBeNull();
  expect([await listNotices(ann), await listFound(ann)]).toEqual([[], []]);
});
