import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  enrollAndProve,
  prove as giveCode,
  holdBackend,
  type LocalSupabase,
  postRefresh,
  signInAtAuth,
} from 'local-supabase/testing';
import {
  accepted,
  asPerson,
  callAsServer,
  consume,
  describeChallenge,
  issue,
  makeAddress,
  makeSigned,
  type Person,
  proveNewWallet,
  record,
  signInAgain,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend, startBackend } from './testing/share-backend';

const backend = sharedBackend();
const forbidding = holdBackend(() =>
  startBackend(
    {},
    {
      '20990101000010_forbid.sql': readFileSync(
        'supabase/testing/sessions/forbid-session-delete.sql',
        'utf8',
      ),
    },
  ),
);

interface SessionRow {
  session_id: string;
  method: string | null;
  device: string | null;
  location: string | null;
  ended_because: string | null;
}

async function readSessions(person: Person): Promise<SessionRow[]> {
  const { data, error } = await person.client
    .from('account_sessions')
    .select('session_id, method, device, location, ended_because')
    .order('first_seen_at')
    .order('session_id');
  if (error) throw new Error(error.message);
  return data;
}

function begin(on: LocalSupabase, person: Person, method = 'password') {
  return callAsServer(on, 'record_session', {
    ...person.bound,
    p_method: method,
    p_device: 'Firefox on Linux',
    p_location: 'Lisbon, Portugal',
  });
}

const touch = (on: LocalSupabase, { bound }: Person) =>
  callAsServer<boolean>(on, 'touch_session', { ...bound });
const end = (on: LocalSupabase, by: Person, target: Person) =>
  callAsServer(on, 'end_session', { ...by.bound, p_target: target.bound.p_session_id });
const endOthers = (on: LocalSupabase, by: Person, because = 'ended_elsewhere') =>
  callAsServer(on, 'end_other_sessions', { ...by.bound, p_because: because });
const assertLive = (on: LocalSupabase, { bound }: Person) => callAsServer(on, 'require_live_session', bound);
const isInAuth = async (on: LocalSupabase, { bound }: Person) =>
  accepted(await callAsServer<boolean>(on, 'test_auth_has_session', { p_session_id: bound.p_session_id }));

/** REST's response about the rows of the account, for the session's own token. */
async function readWith(on: LocalSupabase, accessToken: string): Promise<string> {
  const answer = await fetch(`${on.url}/rest/v1/account_sessions?select=session_id`, {
    headers: {
      'accept-profile': 'countersign',
      apikey: on.publishableKey,
      authorization: `Bearer ${accessToken}`,
    },
  });
  const body = (await answer.json()) as { message?: string };
  return `${answer.status} ${body.message ?? ''}`.trim();
}

/** An account that is signed in on two devices. */
async function signInTwice(on: LocalSupabase): Promise<[Person, Person]> {
  const here = await signUpPerson(on);
  const there = asPerson(await signInAtAuth(on, here.email));
  await begin(on, there, 'code');
  return [here, there];
}

test('a user reads only their own sessions, with sign-in method and device', async () => {
  const [here, there] = await signInTwice(backend);
  expect(await readSessions(here)).toEqual([
    {
      session_id: here.bound.p_session_id,
      method: 'password',
      device: 'Firefox on Linux',
      location: null,
      ended_because: null,
    },
    {
      session_id: there.bound.p_session_id,
      method: 'code',
      device: 'Firefox on Linux',
      location: 'Lisbon, Portugal',
      ended_because: null,
    },
  ]);
  const other = await signUpPerson(backend);
  expect(await readSessions(other)).toMatchObject([{ session_id: other.bound.p_session_id }]);
});

test('neither a refresh nor a second recording changes the record of a session', async () => {
  const person = asPerson(await signInAtAuth(backend, (await signUpPerson(backend)).email));
  await begin(backend, person, 'recovery');
  expect((await touch(backend, person)).data).toBe(true);
  expect((await begin(backend, person, 'password')).refusal).toBeNull();
  expect((await readSessions(person))[1]).toMatchObject({ method: 'recovery', device: 'Firefox on Linux' });
});

test('a session without its second factor can use only its token, wherever that is sent', async () => {
  const person = await signUpPerson(backend);
  const enrolled = await enrollAndProve(person.client);
  const waiting = await signInAgain(backend, person.email);
  expect((await touch(backend, waiting)).data).toBe(false);
  expect((await touch(backend, person)).data).toBe(true);
  await giveCode(waiting.client, enrolled);
  expect((await touch(backend, waiting)).data).toBe(true);
});

test('records no session that does not exist, is of another account, or has an unknown sign-in method', async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const mixed = { ...bob, bound: { ...bob.bound, p_session_id: ann.bound.p_session_id } };
  expect((await begin(backend, mixed)).refusal).toBe('401 auth.signed_out');
  expect((await touch(backend, mixed)).data).toBe(false);
  const unknown = { ...bob, bound: { ...bob.bound, p_session_id: randomUUID() } };
  expect((await begin(backend, unknown)).refusal).toBe('401 auth.signed_out');
  const markup = asPerson(await signInAtAuth(backend, bob.email));
  expect((await begin(backend, markup, '<b>Password</b>')).refusal).toBe('400 request.unexpected');
  expect((await touch(backend, markup)).data).toBe(false);
  for (const { bound, client } of [ann, bob])
    expect((await client.from('account_sessions').select('session_id')).data).toEqual([
      { session_id: bound.p_session_id },
    ]);
});

test('the next sign-in deletes sessions that ended 90 days ago, but none that Auth still has', async () => {
  const [here, there] = await signInTwice(backend);
  for (const { bound } of [here, there])
    await callAsServer(backend, 'test_age_session', { p_session_id: bound.p_session_id, p_age: '91 days' });
  await callAsServer(backend, 'test_end_in_auth', { p_session_id: there.bound.p_session_id });
  const again = await signInAgain(backend, here.email);
  const kept = (await readSessions(again)).map(({ session_id }) => session_id);
  expect(kept).toEqual([here.bound.p_session_id, again.bound.p_session_id]);
});

test.each([
  ['and Auth forgets it', () => backend, false],
  ['also where the project forbids to delete it in Auth', () => forbidding, true],
] as const)('an ended session is refused at once, %s', async (_, where, staysInAuth) => {
  const on = where();
  const [here, there] = await signInTwice(on);
  const challenge = await issue(on, there, makeAddress());
  expect(await readWith(on, there.session.access_token)).toBe('200');
  expect((await end(on, here, there)).refusal).toBeNull();

  expect(await isInAuth(on, there)).toBe(staysInAuth);
  const refreshed = await postRefresh(on, there.session.refresh_token);
  expect(refreshed.status).toBe(staysInAuth ? 200 : 400);
  const newer = staysInAuth ? String(refreshed.body.access_token) : there.session.access_token;
  for (const token of [newer, there.session.access_token])
    expect(await readWith(on, token)).toBe('401 auth.signed_out');
  expect(await readWith(on, here.session.access_token)).toBe('200');
  expect((await touch(on, there)).data).toBe(false);
  expect((await assertLive(on, there)).refusal).toBe('401 auth.signed_out');
  expect((await begin(on, there)).refusal).toBe('401 auth.signed_out');
  expect(accepted(await consume(on, there, challenge))).toEqual([]);
  expect((await assertLive(on, here)).refusal).toBeNull();
  expect(await readSessions(here)).toMatchObject([
    { ended_because: null },
    { ended_because: 'ended_elsewhere', session_id: there.bound.p_session_id },
  ]);
});

test('a statement proves nothing if its session ended before the submission', async () => {
  const [here, there] = await signInTwice(forbidding);
  const challenge = await issue(forbidding, there, makeAddress());
  const signed = makeSigned();
  accepted(await consume(forbidding, there, challenge, signed));
  await end(forbidding, here, there);
  expect((await record(forbidding, there, challenge, signed)).refusal).toBe('401 auth.signed_out');
});

test('every function that makes changes for a session refuses one that account_sessions lists as ended', async () => {
  const [here, there] = await signInTwice(forbidding);
  const { walletId } = await proveNewWallet(forbidding, there);
  await end(forbidding, here, there);
  const functions = accepted(
    await callAsServer<Record<string, string[]>>(forbidding, 'test_list_changes_by_session'),
  );
  expect(Object.keys(functions)).toEqual(expect.arrayContaining(['remove_wallet', 'end_other_sessions']));
  const real = { ...describeChallenge(there, makeAddress()), p_wallet_id: walletId, p_label: 'Savings' };
  for (const [name, parameters] of Object.entries(functions)) {
    const given = Object.fromEntries(
      parameters.map((parameter) => [parameter, Reflect.get(real, parameter) ?? null]),
    );
    const { refusal, data } = await callAsServer(forbidding, name, given);
    expect([name, refusal ?? data]).toEqual([name, refusedOtherwise[name] ?? '401 auth.signed_out']);
  }
});

/** Functions that find no rows to change before they check the session, or report otherwise that it has ended. */
const refusedOtherwise: Record<string, unknown> = {
  consume_challenge: [],
  record_proof: '409 proof.challenge_gone',
  record_wallet_sign_in: '409 proof.challenge_gone',
  touch_session: false,
  begin_oauth_request: expect.objectContaining({ session: null }),
};

test('ending all other sessions keeps this one, records the reason, and can be repeated', async () => {
  const [here, there] = await signInTwice(backend);
  const third = await signInAgain(backend, here.email);
  for (let times = 0; times < 2; times += 1)
    expect((await endOthers(backend, here, 'password_changed')).refusal).toBeNull();
  for (const person of [there, third]) {
    expect(await isInAuth(backend, person)).toBe(false);
    expect((await assertLive(backend, person)).refusal).toBe('401 auth.signed_out');
  }
  expect((await assertLive(backend, here)).refusal).toBeNull();
  expect((await readSessions(here)).map(({ ended_because }) => ended_because)).toEqual([
    null,
    'password_changed',
    'password_changed',
  ]);
});

test('an ended session ends no other one, and can sign itself out repeatedly', async () => {
  const [here, there] = await signInTwice(backend);
  for (let times = 0; times < 2; times += 1) expect((await end(backend, there, there)).refusal).toBeNull();
  expect((await end(backend, there, here)).refusal).toBe('401 auth.signed_out');
  expect((await endOthers(backend, there)).refusal).toBe('401 auth.signed_out');
  expect((await assertLive(backend, here)).refusal).toBeNull();
  expect((await readSessions(here))[1]).toMatchObject({ ended_because: 'signed_out' });
});

test("refuses to end another account's session exactly as one that doesn't exist", async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const nobody = { ...bob, bound: { ...bob.bound, p_session_id: randomUUID() } };
  for (const target of [bob, nobody])
    expect((await end(backend, ann, target)).refusal).toBe('404 session.unknown');
  const posing = { ...ann, bound: { ...ann.bound, p_session_id: bob.bound.p_session_id } };
  expect((await end(backend, posing, bob)).refusal).toBe('404 session.unknown');
  expect((await assertLive(backend, bob)).refusal).toBeNull();
});

test('of two sessions that end each other concurrently, one stays', async () => {
  const [here, there] = await signInTwice(backend);
  const refusals = await Promise.all([end(backend, here, there), end(backend, there, here)]);
  expect(refusals.map(({ refusal }) => refusal).sort()).toEqual(['401 auth.signed_out', null]);
});
