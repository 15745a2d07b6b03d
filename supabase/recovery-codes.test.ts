import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { enrollAndProve, signInAtAuth } from 'local-supabase/testing';
import {
  asPerson,
  callAsServer,
  type Person,
  readActivity,
  signInAgain,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const makeHash = () => createHash('sha256').update(randomBytes(10)).digest('hex');
const replace = ({ bound }: Person, hashes: string[]) =>
  callAsServer<string>(backend, 'replace_recovery_codes', { ...bound, p_code_hashes: hashes });
const keep = ({ bound }: Person, madeAt: string | null) =>
  callAsServer<boolean>(backend, 'keep_recovery_codes', { ...bound, p_made_at: madeAt });
const useCode = ({ bound }: Person, hash: string) =>
  callAsServer<boolean>(backend, 'consume_recovery_code', {
    ...bound,
    p_code_hash: hash,
    p_device: null,
  });
type Described = { unused: number; areKept: boolean };
const describeCodes = async ({ bound: { p_user_id } }: Person) =>
  (await callAsServer<Described[]>(backend, 'describe_recovery_codes', { p_user_id })).data?.[0];
const countUnused = async (person: Person) => (await describeCodes(person))?.unused;

type Listed = { id: string; device: string | null; isWaiting: boolean };
const list = async ({ bound }: Person) =>
  (await callAsServer<Listed[]>(backend, 'list_sessions', bound)).data ?? [];

/** A user with an authenticator whose session has passed it. */
async function signUpProtected(): Promise<Person> {
  const person = await signUpPerson(backend);
  await enrollAndProve(person.client);
  return person;
}

test("of concurrent uses of an authenticator's code one succeeds", async () => {
  const hash = makeHash();
  const uses = await Promise.all(
    Array.from({ length: 10 }, () =>
      callAsServer<boolean>(backend, 'consume_factor_code', { p_code_hash: hash }),
    ),
  );
  expect(uses.filter(({ data }) => data === true)).toHaveLength(1);
  expect(uses.filter(({ data }) => data === false)).toHaveLength(9);
});

test('the email about a new authenticator covers only the first codes: replaced codes always cause a notice', async () => {
  const read = async ({ client }: Person) => {
    const made = client.from('activity_events').select('kind, details').like('kind', '%codes_made');
    const { data } = await made.order('id');
    return (data ?? []).map(({ kind, details }) => [kind, details]);
  };
  const [ann, bob] = [await signUpProtected(), await signUpProtected()];
  await replace(ann, [makeHash()]);
  expect(await read(ann)).toEqual([['recovery_codes_made', {}]]);
  const added = { p_user_id: bob.bound.p_user_id, p_kind: 'factor_added', p_details: {}, p_device: null };
  expect((await callAsServer(backend, 'record_event', added)).refusal).toBeNull();
  for (let count = 0; count < 3; count += 1) await replace(bob, [makeHash()]);
  const replaced = ['recovery_codes_made', { replaced: 'yes' }];
  expect(await read(bob)).toEqual([['first_recovery_codes_made', {}], replaced, replaced]);
});

test('a recovery code works once, and ends every other session', async () => {
  const person = await signUpProtected();
  const codes = [makeHash(), makeHash()];
  expect((await replace(person, codes)).refusal).toBeNull();
  const held = [];
  for (let session = 0; session < 5; session += 1) held.push(await signInAgain(backend, person.email));
  const uses = await Promise.all(held.map((session) => useCode(session, codes[0] ?? '')));
  expect(uses.map(({ data, refusal }) => data ?? refusal).sort()).toEqual([
    ...Array(4).fill('401 auth.signed_out'),
    true,
  ]);
  expect(await countUnused(person)).toBe(1);
  expect((await callAsServer(backend, 'list_sessions', person.bound)).refusal).toBe('401 auth.signed_out');
});

test('only the session that used a code may send it again, any number of times', async () => {
  const person = await signUpProtected();
  const codes = [makeHash(), makeHash()];
  await replace(person, codes);
  const session = await signInAgain(backend, person.email);
  const uses = await Promise.all(Array.from({ length: 5 }, () => useCode(session, codes[0] ?? '')));
  expect(uses.map(({ data }) => data)).toEqual(Array(5).fill(true));
  const later = await signInAgain(backend, person.email);
  expect((await useCode(later, codes[0] ?? '')).data).toBe(false);
  expect((await callAsServer(backend, 'list_sessions', session.bound, 'aal1')).refusal).toBeNull();
  expect((await readActivity(session)).filter((kind) => kind === 'recovery_code_used')).toHaveLength(1);
  // Not after another code of the account has ended this session.
  expect((await useCode(later, codes[1] ?? '')).data).toBe(true);
  expect((await useCode(session, codes[0] ?? '')).refusal).toBe('401 auth.signed_out');
});

test('refuses a code of another account, of a replaced set, or from an ended session', async () => {
  const [ann, bob] = [await signUpProtected(), await signUpProtected()];
  const [old, fresh] = [makeHash(), makeHash()];
  await replace(ann, [old]);
  await replace(ann, [fresh]);
  expect((await useCode(bob, fresh)).data).toBe(false);
  expect((await useCode(ann, old)).data).toBe(false);
  const gone = { ...ann, bound: { ...ann.bound, p_session_id: randomUUID() } };
  expect((await useCode(gone, fresh)).refusal).toBe('401 auth.signed_out');
  expect(await countUnused(ann)).toBe(1);
});

test("codes count as saved once their owner confirms it, but not by confirming a replaced set or another account's", async () => {
  const [ann, bob] = [await signUpProtected(), await signUpProtected()];
  const old = (await replace(ann, [makeHash()])).data;
  const fresh = (await replace(ann, [makeHash()])).data;
  expect((await keep(ann, old)).data).toBe(false);
  expect((await keep(bob, fresh)).data).toBe(false);
  const stolen = await signInAgain(backend, ann.email);
  expect((await keep(stolen, fresh)).refusal).toBe('403 auth.second_factor_required');
  expect(await describeCodes(ann)).toMatchObject({ unused: 1, areKept: false });
  for (const _ of ['once', 'again']) expect((await keep(ann, fresh)).data).toBe(true);
  expect(await describeCodes(ann)).toMatchObject({ unused: 1, areKept: true });
});

test('only a session that has passed an authenticator creates codes', async () => {
  const person = await signUpProtected();
  const codes = [makeHash()];
  await replace(person, codes);
  const stolen = await signInAgain(backend, person.email);
  expect((await replace(stolen, [makeHash()])).refusal).toBe('403 auth.second_factor_required');
  expect((await replace(person, ['not a hash'])).refusal).toBe('400 request.unexpected');
  expect(await countUnused(person)).toBe(1);
});

test('lists sessions that began without this server, and those that still need a code', async () => {
  const person = await signUpProtected();
  const waiting = asPerson(await signInAtAuth(backend, person.email));
  const described = Object.fromEntries(
    (await list(person)).map(({ id, device, isWaiting }) => [id, { device, isWaiting }]),
  );
  expect(described).toEqual({
    [person.bound.p_session_id]: { device: 'Firefox on Linux', isWaiting: false },
    [waiting.bound.p_session_id]: { device: null, isWaiting: true },
  });
});
