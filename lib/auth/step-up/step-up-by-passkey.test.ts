import { siteRpId } from 'local-supabase/testing';
import {
  ageStepUp,
  callAsServer,
  type Person,
  signInAgain,
  signUpPerson,
} from '../../../supabase/testing/person';
import { breakCall } from '../../testing/backend-calls';
import {
  addAtAuth,
  addPasskeyHere,
  answer,
  begun,
  confirmHere,
  passkeysOnBackend,
} from '../../testing/passkey-visitor';
import { readSignedIn, switchToSession } from '../../testing/wallet-visitor';

const { backend, server } = passkeysOnBackend();

const expired = { ok: false, code: 'passkey.expired' };
const recentAuth = async () => (await import('./require-recent-auth')).requireRecentAuth();
const notRecent = { ok: false, code: 'auth.recent_auth_required' };

/** A user with a passkey and a session of an hour ago, in a new browser. */
async function openOldSession() {
  const person = await signUpPerson(backend);
  const browser = switchToSession(person.session);
  const { passkey } = await addPasskeyHere(server);
  await ageStepUp(backend, person, '1 hour');
  expect(await recentAuth()).toEqual(notRecent);
  return { person, passkey, browser };
}

const countSessions = async ({ bound }: Person) =>
  (
    await callAsServer<{ sessions: number }>(backend, 'test_describe_at_auth', {
      p_user_id: bound.p_user_id,
    })
  ).data?.sessions;

test('a passkey confirms, continues to the next path, and leaves no session behind', async () => {
  const { person, passkey } = await openOldSession();
  const asked = begun(await server.startPasskeyStepUp());
  expect(asked.options.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key' }]);
  expect(asked.options.userVerification).toBe('required');
  const before = await countSessions(person);
  const confirmed = await server.confirmByPasskey({ ...answer(asked, passkey), next: '/account#export' });
  expect(confirmed).toEqual({ ok: true, redirectTo: '/account#export' });
  expect(await recentAuth()).toMatchObject({ ok: true });
  expect(await countSessions(person)).toBe(before);
  expect(await readSignedIn()).toMatchObject({ sessionId: person.bound.p_session_id });
  const { listSessions } = await import('../../session/list-sessions');
  const { p_user_id: id, p_session_id: sessionId } = person.bound;
  const listed = begun(await listSessions({ id, sessionId, aal: 'aal1' }));
  expect(listed.sessions.map((session) => session.id)).toEqual([sessionId]);
});

test('in place it returns no path', async () => {
  const { passkey } = await openOldSession();
  const asked = begun(await server.startPasskeyStepUp());
  expect(await server.confirmByPasskey({ ...answer(asked, passkey), inPlace: 'yes' })).toEqual({ ok: true });
});

test("another account's passkey confirms nothing, and the session that Auth opened by it ends", async () => {
  const other = await openOldSession();
  const { person } = await openOldSession();
  const before = await countSessions(other.person);
  const refused = { ok: false, code: 'passkey.wrong_account' };
  expect(await confirmHere(server, other.passkey)).toEqual(refused);
  // Nor with this account's user handle, which isn't signed.
  expect(await confirmHere(server, other.passkey, { userHandle: handleOf(person) })).toMatchObject({
    ok: false,
  });
  expect(await countSessions(other.person)).toBe(before);
  expect(await recentAuth()).toEqual(notRecent);
});

const handleOf = ({ bound }: Person) => Buffer.from(bound.p_user_id).toString('base64url');

describe('a ticket', () => {
  test('for signing in or for adding a passkey confirms nothing', async () => {
    const { person, passkey } = await openOldSession();
    const signingIn = begun(await server.startPasskeySignIn());
    expect(await server.confirmByPasskey(answer(signingIn, passkey))).toEqual(expired);
    await callAsServer(backend, 'record_step_up', { ...person.bound, p_by: 'password' });
    const adding = begun(await server.startAddingPasskey());
    await ageStepUp(backend, person, '1 hour');
    const { challenge } = adding.options;
    const crossed = answer({ ...adding, options: { challenge, rpId: siteRpId } }, passkey);
    expect(await server.confirmByPasskey(crossed)).toEqual(expired);
    expect(await recentAuth()).toEqual(notRecent);
  });

  test('of one account is invalid for another in the same browser, and for another session of its own', async () => {
    const { person, passkey, browser } = await openOldSession();
    const signed = answer(begun(await server.startPasskeyStepUp()), passkey);
    const cookie = [...browser].filter(([name]) => name.includes('passkey-browser'));
    expect(cookie).toHaveLength(1);

    const other = await openOldSession();
    for (const [name, value] of cookie) other.browser.set(name, value);
    expect(await server.confirmByPasskey(signed)).toEqual(expired);
    expect(await recentAuth()).toEqual(notRecent);

    const again = await signInAgain(backend, person.email);
    await ageStepUp(backend, again, '1 hour');
    const theirs = switchToSession(again.session);
    for (const [name, value] of cookie) theirs.set(name, value);
    expect(await server.confirmByPasskey(signed)).toEqual(expired);
    expect(await recentAuth()).toEqual(notRecent);
  });

  test('is invalid in another browser with the same session', async () => {
    const { person, passkey } = await openOldSession();
    const signed = answer(begun(await server.startPasskeyStepUp()), passkey);
    switchToSession(person.session);
    expect(await server.confirmByPasskey(signed)).toEqual(expired);
    expect(await recentAuth()).toEqual(notRecent);
  });
});

test("a passkey set up at Auth isn't requested, and confirms nothing", async () => {
  const { person, passkey } = await openOldSession();
  const external = await addAtAuth(person.client);
  const asked = begun(await server.startPasskeyStepUp());
  expect(asked.options.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key' }]);
  const before = await countSessions(person);
  const unknown = { ok: false, code: 'step_up.method_unknown' };
  expect(await server.confirmByPasskey(answer(asked, external))).toEqual(unknown);
  expect(await countSessions(person)).toBe(before);
  expect(await recentAuth()).toEqual(notRecent);

  const other = await signUpPerson(backend);
  switchToSession(other.session);
  await addAtAuth(other.client);
  expect(await server.startPasskeyStepUp()).toEqual(unknown);
});

describe('while the backend is down', () => {
  test('recording the step-up fails, no session stays, and a retry works', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const { person, passkey } = await openOldSession();
    const before = await countSessions(person);
    const { fix } = breakCall(/rpc\/record_step_up_by_passkey/);
    expect(await confirmHere(server, passkey)).toEqual({ ok: false, code: 'backend.unavailable' });
    fix();
    expect(await countSessions(person)).toBe(before);
    expect(await recentAuth()).toEqual(notRecent);
    expect(await confirmHere(server, passkey)).toMatchObject({ ok: true });
  });

  test("if Auth can't end the passkey's session, the database has ended it", async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const { person, passkey } = await openOldSession();
    const before = await countSessions(person);
    const { fix } = breakCall(/\/logout/);
    expect(await confirmHere(server, passkey)).toMatchObject({ ok: true });
    fix();
    expect(await countSessions(person)).toBe(before);
  });
});
