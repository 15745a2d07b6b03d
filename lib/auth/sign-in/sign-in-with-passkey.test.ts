import { authenticate, makePasskey, siteRpId } from 'local-supabase/testing';
import { callAsServer, setUpAuthenticator, signUpPerson } from '../../../supabase/testing/person';
import { breakCall, noteCalls } from '../../testing/backend-calls';
import { passTime } from '../../testing/pass-time';
import {
  addAtAuth,
  addPasskeyHere,
  answer,
  begun,
  passkeysOnBackend,
  signInHere,
} from '../../testing/passkey-visitor';
import { readSignedIn, switchBrowser, switchToSession } from '../../testing/wallet-visitor';

const { backend, server } = passkeysOnBackend();
afterEach(() => jest.useRealTimers());

const expired = { ok: false, code: 'passkey.expired' };
const refused = { ok: false, code: 'passkey.refused' };
const start = async () => begun(await server.startPasskeySignIn());

/** A user with a passkey, and a new browser. */
async function openAccount() {
  const person = await signUpPerson(backend);
  switchToSession(person.session);
  const { passkey, id } = await addPasskeyHere(server);
  switchBrowser();
  return { person, passkey, id, userId: person.bound.p_user_id };
}

const countSessions = async (userId: string) =>
  (await callAsServer<{ sessions: number }>(backend, 'test_describe_at_auth', { p_user_id: userId })).data
    ?.sessions;

describe('a passkey of this site', () => {
  test('signs in and continues to the next path, in a new browser', async () => {
    const { userId, passkey } = await openAccount();
    const signed = await server.signInWithPasskey({ ...answer(await start(), passkey), next: '/activity' });
    expect(signed).toEqual({ ok: true, redirectTo: '/activity' });
    expect(await readSignedIn()).toMatchObject({ userId });
  });

  test("signs in without the authenticator's code, also during a sign-in that requests it", async () => {
    const { person, userId, passkey } = await openAccount();
    await setUpAuthenticator(backend, person);
    // Asked to save recovery codes, as after every sign-in.
    const asksForCodes = (next: string) => `/security/recovery-codes?next=${encodeURIComponent(next)}`;
    expect(await signInHere(server, passkey)).toEqual({ ok: true, redirectTo: asksForCodes('/wallets') });
    expect(await readSignedIn()).toMatchObject({ userId });

    switchBrowser();
    const { signInWithPassword } = await import('./sign-in-with-password');
    const { readPendingMfa } = await import('./finish-sign-in');
    const { askForCodesBefore } = await import('./sign-in-with-mfa');
    expect(await askForCodesBefore('/security/recovery-codes', userId)).toBe('/security/recovery-codes');
    const { firstPassword } = await import('local-supabase/testing');
    const half = await signInWithPassword({ email: person.email, password: firstPassword, next: '/account' });
    expect(half).toEqual({ ok: true, redirectTo: '/sign-in/second-factor' });
    expect(await readSignedIn()).toBeNull();
    expect(await signInHere(server, passkey)).toEqual({ ok: true, redirectTo: asksForCodes('/account') });
    expect(await readSignedIn()).toMatchObject({ userId });
    expect(await readPendingMfa()).toBeNull();
  });

  test("of another account doesn't continue to the waiting sign-in's destination", async () => {
    const waiting = await openAccount();
    await setUpAuthenticator(backend, waiting.person);
    const { passkey, userId } = await openAccount();
    const { signInWithPassword } = await import('./sign-in-with-password');
    const { firstPassword } = await import('local-supabase/testing');
    const { email } = waiting.person;
    await signInWithPassword({ email, password: firstPassword, next: '/account?of=another' });
    expect(await signInHere(server, passkey)).toEqual({ ok: true, redirectTo: '/wallets' });
    expect(await readSignedIn()).toMatchObject({ userId });
  });

  test("is accepted with a lower sign count, since synced passkeys don't count", async () => {
    const { userId, passkey } = await openAccount();
    expect(await signInHere(server, passkey, { signCount: 7 })).toMatchObject({ ok: true });
    switchBrowser();
    expect(await signInHere(server, passkey, { signCount: 2 })).toMatchObject({ ok: true });
    expect(await readSignedIn()).toMatchObject({ userId });
  });

  test('is requested with the same options for every visitor, with user verification', async () => {
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
  test("is single-use: a replayed assertion, a reload and the back button don't sign in again", async () => {
    const { passkey } = await openAccount();
    const signed = answer(await start(), passkey);
    expect(await server.signInWithPasskey(signed)).toMatchObject({ ok: true });
    const { signOut } = await import('../../session/sign-out');
    await signOut('local');
    expect(await server.signInWithPasskey(signed)).toEqual(expired);
    expect(await readSignedIn()).toBeNull();
  });

  test('answered eight times concurrently signs in once', async () => {
    const { passkey, userId } = await openAccount();
    const before = await countSessions(userId);
    const signed = answer(await start(), passkey);
    const results = await Promise.all(Array.from({ length: 8 }, () => server.signInWithPasskey(signed)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok)).toEqual(Array(7).fill(expired));
    expect(await countSessions(userId)).toBe((before ?? 0) + 1);
  });

  test('expires after five minutes', async () => {
    const { passkey } = await openAccount();
    const signed = answer(await start(), passkey);
    passTime(5 * 60_000 + 1000);
    expect(await server.signInWithPasskey(signed)).toEqual(expired);
  });

  test("of one tab doesn't affect those of nine others", async () => {
    const { passkey } = await openAccount();
    const first = await start();
    const tabs = [first, ...(await Promise.all(Array.from({ length: 9 }, start)))];
    const results = [];
    for (const tab of tabs) results.push(await server.signInWithPasskey(answer(tab, passkey)));
    expect(results).toEqual(Array(10).fill({ ok: true, redirectTo: '/wallets' }));
  });
});

describe('a ticket', () => {
  test("of one browser is invalid in another: an attacker's assertion doesn't sign a victim in", async () => {
    const { passkey } = await openAccount();
    const attackers = answer(await start(), passkey);
    switchBrowser();
    expect(await server.signInWithPasskey(attackers)).toEqual(expired);
    // Nor in a browser with a ticket.
    await start();
    expect(await server.signInWithPasskey(attackers)).toEqual(expired);
    expect(await readSignedIn()).toBeNull();
  });

  test("for another purpose doesn't sign in", async () => {
    const { person, passkey } = await openAccount();
    switchToSession(person.session);
    const confirming = begun(await server.startPasskeyStepUp());
    expect(await server.signInWithPasskey(answer(confirming, passkey))).toEqual(expired);
    const adding = begun(await server.startAddingPasskey());
    const { challenge } = adding.options;
    const crossed = answer({ ...adding, options: { challenge, rpId: siteRpId } }, passkey);
    expect(await server.signInWithPasskey(crossed)).toEqual(expired);
  });

  test("doesn't reveal the challenge's id, with which any client could answer it at Auth", async () => {
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

test("an answer without user verification is refused before Auth gets it, and doesn't use up the challenge", async () => {
  const { passkey, userId } = await openAccount();
  const before = await countSessions(userId);
  const asked = await start();
  const { calls, end } = noteCalls();
  const unverified = answer(asked, passkey, { isVerified: false });
  expect(await server.signInWithPasskey(unverified)).toEqual({ ok: false, code: 'passkey.not_verified' });
  end();
  expect(calls.filter((call) => call.includes('/auth/v1/'))).toEqual([]);
  expect(await countSessions(userId)).toBe(before);
  expect(await server.signInWithPasskey(answer(asked, passkey))).toMatchObject({ ok: true });
});

describe('refused by Auth, without its message', () => {
  test.each([
    ['the RP ID of another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another type', { type: 'webauthn.create' }],
    ['nobody present', { isPresent: false }],
    ['another signature', { signedBy: makePasskey().privateKey }],
  ])('%s', async (_, changes) => {
    const { passkey } = await openAccount();
    expect(await signInHere(server, passkey, changes)).toEqual(refused);
    expect(await readSignedIn()).toBeNull();
  });

  test("the attacker's own key with another account's user handle or credential id", async () => {
    const victim = await openAccount();
    const attacker = await openAccount();
    const { userHandle } = victim.passkey;
    if (userHandle === undefined) throw new Error('A passkey without an owner');
    expect(await signInHere(server, attacker.passkey, { userHandle })).toEqual(refused);
    expect(await signInHere(server, attacker.passkey, { id: victim.passkey.id })).toEqual(refused);
    expect(await readSignedIn()).toBeNull();
  });

  test('a challenge for adding a passkey', async () => {
    const { person, passkey } = await openAccount();
    const { data } = await person.client.auth.passkey.startRegistration();
    if (!data) throw new Error('No challenge');
    const { verifyAssertion } = await import('../passkey/call-auth-for-passkeys');
    const credential = authenticate(passkey, { challenge: data.options.challenge, rpId: siteRpId });
    expect(await verifyAssertion(data.challenge_id, credential)).toEqual(expired);
  });
});

describe('the content of a refusal', () => {
  test('an unknown passkey, a removed one and a deleted account’s get the same answer, so that the device can delete it', async () => {
    const { person, passkey, id } = await openAccount();
    await person.client.auth.passkey.delete({ passkeyId: id });
    const gone = { ok: false, code: 'passkey.unknown' };
    expect(await signInHere(server, passkey)).toEqual(gone);
    const stray = makePasskey();
    stray.userHandle = passkey.userHandle;
    expect(await signInHere(server, stray)).toEqual(gone);
    const deleted = await openAccount();
    const { createAdminSupabase } = await import('../../supabase/server');
    await createAdminSupabase().auth.admin.deleteUser(deleted.userId);
    expect(await signInHere(server, deleted.passkey)).toEqual(gone);
  });

  test('a banned account and an unconfirmed one get the answer of a bad signature', async () => {
    const banned = await openAccount();
    await callAsServer(backend, 'test_ban_user', { p_user_id: banned.userId });
    expect(await signInHere(server, banned.passkey)).toEqual(refused);
    const unconfirmed = await openAccount();
    await callAsServer(backend, 'test_unconfirm_email', { p_user_id: unconfirmed.userId });
    expect(await signInHere(server, unconfirmed.passkey)).toEqual(refused);
    expect(await readSignedIn()).toBeNull();
  });
});

describe('a passkey set up outside this site', () => {
  test("doesn't replace the authenticator's code, and confirms nothing until its owner keeps it", async () => {
    const { person } = await openAccount();
    await setUpAuthenticator(backend, person);
    const external = await addAtAuth(person.client);
    expect(await signInHere(server, external)).toEqual({ ok: true, redirectTo: '/sign-in/second-factor' });
    expect(await readSignedIn()).toBeNull();
  });
});

describe('while the backend is down', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockReturnValue();
  });
  const unavailable = { ok: false, code: 'backend.unavailable' };

  test('requesting a challenge reports it, and a retry works', async () => {
    const { passkey } = await openAccount();
    const { fix } = breakCall(/authentication\/options/);
    expect(await server.startPasskeySignIn()).toEqual(unavailable);
    fix();
    expect(await signInHere(server, passkey)).toMatchObject({ ok: true });
  });

  test("an answer doesn't sign in, and works afterwards", async () => {
    const { passkey } = await openAccount();
    const signed = answer(await start(), passkey);
    const { fix } = breakCall(/authentication\/verify/);
    expect(await server.signInWithPasskey(signed)).toEqual(unavailable);
    fix();
    expect(await readSignedIn()).toBeNull();
    expect(await server.signInWithPasskey(signed)).toMatchObject({ ok: true });
  });

  test.each([
    ['at the record of the session', /rpc\/record_session/],
    ['at the note of its passkey', /rpc\/mark_passkey_session/],
  ])('%s the sign-in fails, and no session stays at Auth', async (_, path) => {
    const { passkey, userId } = await openAccount();
    const before = await countSessions(userId);
    const { fix } = breakCall(path);
    expect(await signInHere(server, passkey)).toEqual(unavailable);
    fix();
    expect(await readSignedIn()).toBeNull();
    expect(await countSessions(userId)).toBe(before);
    expect(await signInHere(server, passkey)).toMatchObject({ ok: true });
  });
});
