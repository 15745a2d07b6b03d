import { authenticate, makePasskey, siteRpId } from 'local-supabase/testing';
import { callAsServer, setUpAuthenticator, signUpPerson } from '../../../supabase/testing/person';
import { breakCall, noteCalls } from '../../testing/backend-calls';
import { passTime } from '../../testing/pass-time';
import {
  addPasskeyHere,
  addPastThisSite,
  answer,
  begun,
  openPasskeyDoor,
  type PasskeyDoor,
  signInHere,
} from '../../testing/passkey-visitor';
import { siteOnBackend } from '../../testing/point-site-at';
import { readSignedIn, switchBrowser, switchToSession } from '../../testing/wallet-visitor';

jest.mock('../../supabase/fetch', () => jest.requireActual('../../testing/patient-fetch'));

const backend = siteOnBackend();
let door: PasskeyDoor;
beforeAll(async () => {
  door = await openPasskeyDoor();
});
beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const expired = { ok: false, code: 'passkey.expired' };
const refused = { ok: false, code: 'passkey.refused' };
const start = async () => begun(await door.startPasskeySignIn());

/** Someone with a passkey, and this browser signed out of it, as one that was never here. */
async function openAccount() {
  const person = await signUpPerson(backend);
  switchToSession(person.session);
  const { passkey, id } = await addPasskeyHere(door);
  switchBrowser();
  return { person, passkey, id, userId: person.bound.p_user_id };
}

const countSessions = async (userId: string) =>
  (await callAsServer<{ sessions: number }>(backend, 'test_describe_at_auth', { p_user_id: userId })).data
    ?.sessions;

describe('a passkey of this site', () => {
  test('signs in where one was going, in a browser that has never been here', async () => {
    const { userId, passkey } = await openAccount();
    const signed = await door.signInWithPasskey({ ...answer(await start(), passkey), next: '/activity' });
    expect(signed).toEqual({ ok: true, redirectTo: '/activity' });
    expect(await readSignedIn()).toMatchObject({ userId });
  });

  test('lets in to an account with an authenticator without its code, also where that was being asked for', async () => {
    const { person, userId, passkey } = await openAccount();
    await setUpAuthenticator(backend, person);
    expect(await signInHere(door, passkey)).toEqual({ ok: true, redirectTo: '/wallets' });
    expect(await readSignedIn()).toMatchObject({ userId });

    switchBrowser();
    const { signInWithPassword } = await import('./sign-in-with-password');
    const { readPendingMfa } = await import('./pending-mfa');
    const { firstPassword } = await import('local-supabase/testing');
    const half = await signInWithPassword({ email: person.email, password: firstPassword, next: '/account' });
    expect(half).toEqual({ ok: true, redirectTo: '/sign-in/second-factor' });
    expect(await readSignedIn()).toBeNull();
    expect(await signInHere(door, passkey)).toEqual({ ok: true, redirectTo: '/account' });
    expect(await readSignedIn()).toMatchObject({ userId });
    expect(await readPendingMfa()).toBeNull();
  });

  test('of another account than the one that was being signed in to goes to neither place of that one', async () => {
    const waiting = await openAccount();
    await setUpAuthenticator(backend, waiting.person);
    const { passkey, userId } = await openAccount();
    const { signInWithPassword } = await import('./sign-in-with-password');
    const { firstPassword } = await import('local-supabase/testing');
    const { email } = waiting.person;
    await signInWithPassword({ email, password: firstPassword, next: '/account?of=another' });
    expect(await signInHere(door, passkey)).toEqual({ ok: true, redirectTo: '/wallets' });
    expect(await readSignedIn()).toMatchObject({ userId });
  });

  test('is never refused for a sign count that goes back: synced ones count nothing', async () => {
    const { userId, passkey } = await openAccount();
    expect(await signInHere(door, passkey, { signCount: 7 })).toMatchObject({ ok: true });
    switchBrowser();
    expect(await signInHere(door, passkey, { signCount: 2 })).toMatchObject({ ok: true });
    expect(await readSignedIn()).toMatchObject({ userId });
  });

  test('is asked for in the same words whoever asks, and always to check the person', async () => {
    const { passkey } = await openAccount();
    const [first, second] = [await start(), await start()];
    expect(first.options).toEqual({
      challenge: expect.any(String),
      rpId: siteRpId,
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    });
    expect({ ...second.options, challenge: '' }).toEqual({ ...first.options, challenge: '' });
    expect(JSON.stringify(first)).not.toContain(passkey.id);
  });
});

describe('a challenge', () => {
  test('counts once: a replayed assertion, a reload and the back button sign nobody in again', async () => {
    const { passkey } = await openAccount();
    const signed = answer(await start(), passkey);
    expect(await door.signInWithPasskey(signed)).toMatchObject({ ok: true });
    const { signOut } = await import('../../session/sign-out');
    await signOut('local');
    expect(await door.signInWithPasskey(signed)).toEqual(expired);
    expect(await readSignedIn()).toBeNull();
  });

  test('sent eight times at once lets one in', async () => {
    const { passkey, userId } = await openAccount();
    const before = await countSessions(userId);
    const signed = answer(await start(), passkey);
    const results = await Promise.all(Array.from({ length: 8 }, () => door.signInWithPasskey(signed)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok)).toEqual(Array(7).fill(expired));
    expect(await countSessions(userId)).toBe((before ?? 0) + 1);
  });

  test('is over after five minutes', async () => {
    const { passkey } = await openAccount();
    const signed = answer(await start(), passkey);
    passTime(5 * 60_000 + 1000);
    expect(await door.signInWithPasskey(signed)).toEqual(expired);
  });

  test('of one tab leaves those of nine others as they were', async () => {
    const { passkey } = await openAccount();
    const first = await start();
    const tabs = [first, ...(await Promise.all(Array.from({ length: 9 }, start)))];
    const results = [];
    for (const tab of tabs) results.push(await door.signInWithPasskey(answer(tab, passkey)));
    expect(results).toEqual(Array(10).fill({ ok: true, redirectTo: '/wallets' }));
  });
});

describe('a ticket', () => {
  test("of one browser is nothing in another: an attacker's assertion signs no victim in", async () => {
    const { passkey } = await openAccount();
    const attackers = answer(await start(), passkey);
    switchBrowser();
    expect(await door.signInWithPasskey(attackers)).toEqual(expired);
    // Nor in one that has asked for a passkey itself.
    await start();
    expect(await door.signInWithPasskey(attackers)).toEqual(expired);
    expect(await readSignedIn()).toBeNull();
  });

  test('that was given for another purpose signs nobody in', async () => {
    const { person, passkey } = await openAccount();
    switchToSession(person.session);
    const confirming = begun(await door.startPasskeyStepUp());
    expect(await door.signInWithPasskey(answer(confirming, passkey))).toEqual(expired);
    const adding = begun(await door.startAddingPasskey());
    const { challenge } = adding.options;
    const crossed = answer({ ...adding, options: { challenge, rpId: siteRpId } }, passkey);
    expect(await door.signInWithPasskey(crossed)).toEqual(expired);
  });

  test('holds nothing that another system takes: with the id of the challenge anybody could answer it at Auth', async () => {
    const real = globalThis.fetch;
    let challengeId = '';
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await real(input, init);
      if (String(input).endsWith('/authentication/options'))
        challengeId = ((await response.clone().json()) as { challenge_id: string }).challenge_id;
      return response;
    });
    const begunHere = await start();
    expect(challengeId).toMatch(/^[0-9a-f-]{36}$/);
    const given = JSON.stringify(begunHere) + Buffer.from(begunHere.ticket, 'base64url').toString('latin1');
    expect(given).not.toContain(challengeId);
    expect(given).not.toContain(Buffer.from(challengeId).toString('base64url').slice(0, 40));
  });
});

test('a device that did not check the person is refused before Auth is asked, which uses up nothing', async () => {
  const { passkey, userId } = await openAccount();
  const before = await countSessions(userId);
  const asked = await start();
  const { calls, end } = noteCalls();
  const unverified = answer(asked, passkey, { isVerified: false });
  expect(await door.signInWithPasskey(unverified)).toEqual({ ok: false, code: 'passkey.not_verified' });
  end();
  expect(calls.filter((call) => call.includes('/auth/v1/'))).toEqual([]);
  expect(await countSessions(userId)).toBe(before);
  expect(await door.signInWithPasskey(answer(asked, passkey))).toMatchObject({ ok: true });
});

describe('refused by Auth, and nothing of its words is passed on', () => {
  test.each([
    ['the RP ID of another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another type', { type: 'webauthn.create' }],
    ['nobody present', { isPresent: false }],
    ['another signature', { signedBy: makePasskey().privateKey }],
  ])('%s', async (_, changes) => {
    const { passkey } = await openAccount();
    expect(await signInHere(door, passkey, changes)).toEqual(refused);
    expect(await readSignedIn()).toBeNull();
  });

  test("an own key with another account's handle, and with another's credential id", async () => {
    const victim = await openAccount();
    const attacker = await openAccount();
    const { userHandle } = victim.passkey;
    if (userHandle === undefined) throw new Error('A passkey without an owner');
    expect(await signInHere(door, attacker.passkey, { userHandle })).toEqual(refused);
    expect(await signInHere(door, attacker.passkey, { id: victim.passkey.id })).toEqual(refused);
    expect(await readSignedIn()).toBeNull();
  });

  test('a challenge that was given to add a passkey', async () => {
    const { person, passkey } = await openAccount();
    const { data } = await person.client.auth.passkey.startRegistration();
    if (!data) throw new Error('No challenge');
    const { verifyAssertion } = await import('../passkey/ask-auth-for-passkeys');
    const credential = authenticate(passkey, { challenge: data.options.challenge, rpId: siteRpId });
    expect(await verifyAssertion(data.challenge_id, credential)).toEqual(expired);
  });
});

describe('who may know', () => {
  test('a passkey that never was, one that was removed, and a deleted account’s are told alike, so that the device can forget it', async () => {
    const { person, passkey, id } = await openAccount();
    await person.client.auth.passkey.delete({ passkeyId: id });
    const gone = { ok: false, code: 'passkey.unknown' };
    expect(await signInHere(door, passkey)).toEqual(gone);
    const stray = makePasskey();
    stray.userHandle = passkey.userHandle;
    expect(await signInHere(door, stray)).toEqual(gone);
    const deleted = await openAccount();
    const { createAdminSupabase } = await import('../../supabase/server');
    await createAdminSupabase().auth.admin.deleteUser(deleted.userId);
    expect(await signInHere(door, deleted.passkey)).toEqual(gone);
  });

  test('a banned account and one without a confirmed email are told what a bad signature is told', async () => {
    const banned = await openAccount();
    await callAsServer(backend, 'test_ban_user', { p_user_id: banned.userId });
    expect(await signInHere(door, banned.passkey)).toEqual(refused);
    const unconfirmed = await openAccount();
    await callAsServer(backend, 'test_unconfirm_email', { p_user_id: unconfirmed.userId });
    expect(await signInHere(door, unconfirmed.passkey)).toEqual(refused);
    expect(await readSignedIn()).toBeNull();
  });
});

describe('a passkey that was set up past this site', () => {
  test('still owes the code of the authenticator, and confirms nothing until its owner keeps it', async () => {
    const { person } = await openAccount();
    await setUpAuthenticator(backend, person);
    const external = await addPastThisSite(person.client);
    expect(await signInHere(door, external)).toEqual({ ok: true, redirectTo: '/sign-in/second-factor' });
    expect(await readSignedIn()).toBeNull();
  });
});

describe('while the backend is away', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockReturnValue();
  });
  const unavailable = { ok: false, code: 'backend.unavailable' };

  test('at the challenge it says so, and the next press works', async () => {
    const { passkey } = await openAccount();
    const { fix } = breakCall(/authentication\/options/);
    expect(await door.startPasskeySignIn()).toEqual(unavailable);
    fix();
    expect(await signInHere(door, passkey)).toMatchObject({ ok: true });
  });

  test('at the answer nobody is signed in, and the same answer works afterwards', async () => {
    const { passkey } = await openAccount();
    const signed = answer(await start(), passkey);
    const { fix } = breakCall(/authentication\/verify/);
    expect(await door.signInWithPasskey(signed)).toEqual(unavailable);
    fix();
    expect(await readSignedIn()).toBeNull();
    expect(await door.signInWithPasskey(signed)).toMatchObject({ ok: true });
  });

  test.each([
    ['at the record of the session', /rpc\/record_session/],
    ['at the note of its passkey', /rpc\/mark_passkey_session/],
  ])('%s nobody is signed in, and no session stays at Auth', async (_, path) => {
    const { passkey, userId } = await openAccount();
    const before = await countSessions(userId);
    const { fix } = breakCall(path);
    expect(await signInHere(door, passkey)).toEqual(unavailable);
    fix();
    expect(await readSignedIn()).toBeNull();
    expect(await countSessions(userId)).toBe(before);
    expect(await signInHere(door, passkey)).toMatchObject({ ok: true });
  });
});
