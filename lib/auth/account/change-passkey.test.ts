import { connectClient, firstPassword, makeWallet } from 'local-supabase/testing';
import { ageStepUp, setUpAuthenticator, signInAgain } from '../../../supabase/testing/person';
import { breakCall } from '../../testing/backend-calls';
import {
  forgetSettings,
  listFactors,
  listHere,
  listUnannouncedHere,
  readEventsHere,
  readViewer,
  signUpHere,
  switchEverySignInMethodOff,
  switchPasskeysOff,
} from '../../testing/passkey-owner';
import {
  addAtAuth,
  addPasskeyHere,
  begun,
  passkeysOnBackend,
  signInHere,
} from '../../testing/passkey-visitor';
import {
  openWalletServer,
  readSignedIn,
  signInWallet,
  signWith,
  switchBrowser,
  switchToSession,
} from '../../testing/wallet-visitor';

const { backend, server } = passkeysOnBackend();
afterEach(forgetSettings);

const openAccount = () => signUpHere(backend);

describe('renaming', () => {
  test('is recorded, and requires only a live session', async () => {
    const person = await openAccount();
    const { id } = await addPasskeyHere(server);
    await ageStepUp(backend, person, '1 hour');
    expect(await server.renamePasskey({ id, name: 'Laptop <b>at work</b>' })).toEqual({ ok: true });
    expect(await listHere(server)).toMatchObject([{ name: 'Laptop <b>at work</b>' }]);
    const events = person.client.from('activity_events').select('details').eq('kind', 'passkey_renamed');
    expect((await events).data).toEqual([{ details: { before: 'Passkey', name: 'Laptop <b>at work</b>' } }]);
  });

  test("refuses another account's passkey", async () => {
    await openAccount();
    const { id } = await addPasskeyHere(server);
    const theirs = await readViewer();
    await openAccount();
    const gone = { ok: false, code: 'passkey.gone' };
    expect(await server.renamePasskey({ id, name: 'Mine' })).toEqual(gone);
    expect(await server.removePasskey({ id })).toEqual(gone);
    expect(begun(await server.listPasskeys(theirs)).passkeys).toMatchObject([{ name: 'Passkey' }]);
    expect(await readEventsHere()).not.toContain('passkey_renamed');
  });

  test('works while passkeys are off, for their owner only', async () => {
    const person = await openAccount();
    const { id } = await addPasskeyHere(server);
    await openAccount();
    await switchPasskeysOff();
    expect(await server.renamePasskey({ id, name: 'Mine' })).toEqual({ ok: false, code: 'passkey.gone' });
    switchToSession(person.session);
    expect(await server.renamePasskey({ id, name: 'Laptop' })).toEqual({ ok: true });
    expect(await listHere(server)).toMatchObject([{ id, name: 'Laptop' }]);
    expect(await readEventsHere()).toContain('passkey_renamed');
  });

  test("a deceptive name set at Auth isn't shown", async () => {
    const person = await openAccount();
    const { id } = await addPasskeyHere(server);
    await person.client.auth.passkey.update({ passkeyId: id, friendlyName: 'good\u202edab' });
    expect(await listHere(server)).toMatchObject([{ name: 'Passkey' }]);
  });
  test("an unchanged name isn't recorded", async () => {
    await openAccount();
    const { id, name } = await addPasskeyHere(server);
    expect(await server.renamePasskey({ id, name })).toEqual({ ok: true });
    expect(await readEventsHere()).not.toContain('passkey_renamed');
  });
});

describe('removing', () => {
  test("works while passkeys are off, and then requires an authenticator's code as Auth would", async () => {
    const person = await openAccount();
    const { id } = await addPasskeyHere(server);
    const { id: second, passkey } = await addPasskeyHere(server);
    const theirs = await openAccount();
    const { id: notMine } = await addPasskeyHere(server);
    switchToSession(person.session);
    await switchPasskeysOff();
    expect(await server.removePasskey({ id: notMine })).toEqual({ ok: false, code: 'passkey.gone' });
    expect(await server.removePasskey({ id })).toEqual({ ok: true });
    expect(await readEventsHere()).toContain('passkey_removed');
    expect(await listHere(server)).toMatchObject([{ id: second }]);
    switchToSession(theirs.session);
    expect(await listHere(server)).toMatchObject([{ id: notMine }]);

    forgetSettings();
    await setUpAuthenticator(backend, person);
    switchBrowser();
    await signInHere(server, passkey);
    await switchPasskeysOff();
    const asked = { ok: false, code: 'auth.authenticator_code_required' };
    expect(await server.removePasskey({ id: second })).toEqual(asked);
    expect(await listHere(server)).toMatchObject([{ id: second }]);
  });

  test('keeps the session that removes its own passkey', async () => {
    await openAccount();
    const { passkey, id } = await addPasskeyHere(server);
    switchBrowser();
    await signInHere(server, passkey);
    expect(await server.removePasskey({ id })).toEqual({ ok: true });
    expect(await listHere(server)).toEqual([]);
    expect(await readSignedIn()).not.toBeNull();
  });

  test('refuses the last sign-in method', async () => {
    await openAccount();
    const { id } = await addPasskeyHere(server);
    switchEverySignInMethodOff();
    expect(await server.removePasskey({ id })).toEqual({ ok: false, code: 'passkey.last' });
    const { passkey } = await addPasskeyHere(server);
    expect(await server.removePasskey({ id })).toEqual({ ok: true });
    expect(await listHere(server)).toMatchObject([{ credentialId: passkey.id }]);
  });

  test('works for the only passkey if it was set up at Auth', async () => {
    const person = await openAccount();
    await addAtAuth(person.client);
    // The next sign-in finds the change.
    switchToSession((await signInAgain(backend, person.email)).session);
    const [external] = await listHere(server);
    expect(external).toMatchObject({ isConfirmed: false });
    if (!external) throw new Error('There is none.');
    expect(await listUnannouncedHere()).toMatchObject([{ kind: 'passkey', name: 'passkey' }]);
    switchEverySignInMethodOff();
    expect(await server.removePasskey({ id: external.id })).toEqual({ ok: true });
    expect(await listUnannouncedHere()).toEqual([]);
  });

  test("requires the authenticator's code of a passkey session, and removes nothing without it", async () => {
    const person = await openAccount();
    const { passkey, id } = await addPasskeyHere(server);
    await setUpAuthenticator(backend, person);
    switchBrowser();
    await signInHere(server, passkey);
    const asked = { ok: false, code: 'auth.authenticator_code_required' };
    expect(await server.removePasskey({ id })).toEqual(asked);
    expect(await listHere(server)).toHaveLength(1);
    const { removeAuthenticator } = await import('./remove-authenticator');
    const [factor] = await listFactors(person);
    expect(await removeAuthenticator(factor?.id ?? '')).toEqual(asked);
    const { changePassword } = await import('./set-password');
    expect(await changePassword('another correct horse', undefined)).toEqual(asked);
    const { changeEmail } = await import('./change-email');
    expect(await changeEmail('next@example.test')).toEqual(asked);
    const { startEnrollment } = await import('./enroll-authenticator');
    expect(await startEnrollment()).toEqual(asked);
    const { makeRecoveryCodes } = await import('./recovery-codes');
    expect(await makeRecoveryCodes()).toEqual(asked);
  });

  test('changes nothing while Auth is down', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    await openAccount();
    const { id } = await addPasskeyHere(server);
    const { fix } = breakCall(new RegExp(`/passkeys/${id}`));
    expect(await server.removePasskey({ id })).toEqual({ ok: false, code: 'backend.unavailable' });
    fix();
    expect(await listHere(server)).toMatchObject([{ id, isConfirmed: true }]);
  });
});

test('an owner who signs in by a passkey can remove an authenticator that an attacker set up with a stolen token', async () => {
  const person = await openAccount();
  const { passkey } = await addPasskeyHere(server);
  const thief = connectClient(backend);
  await thief.auth.signInWithPassword({ email: person.email, password: firstPassword });
  const { enrollAndProve } = await import('local-supabase/testing');
  const { factorId } = await enrollAndProve(thief);
  switchBrowser();
  expect(await signInHere(server, passkey)).toEqual({ ok: true, redirectTo: '/wallets' });
  expect(await listUnannouncedHere()).toMatchObject([{ kind: 'authenticator' }]);
  const { removeAuthenticator } = await import('./remove-authenticator');
  const another = '0b5c2f6e-1111-4111-8111-111111111111';
  expect(await removeAuthenticator(another)).toEqual({ ok: false, code: 'factor.gone' });
  expect(await removeAuthenticator(factorId)).toEqual({ ok: true });
  expect(await listFactors(person)).toEqual([]);
  expect(await listUnannouncedHere()).toEqual([]);
});

test("while passkeys are off, an account's last wallet can't be removed", async () => {
  switchBrowser();
  await signInWallet(await openWalletServer(), makeWallet());
  await addPasskeyHere(server);
  const viewer = await readViewer();
  const { createViewerSupabase } = await import('../../session/request-session');
  const { data } = await (await createViewerSupabase()).from('live_wallets').select('id').single();
  const change = { viewer, walletId: data?.id ?? '', device: null };
  const { removeWallet } = await import('../../wallets/manage-wallet');
  await switchPasskeysOff();
  expect(await removeWallet(change)).toEqual({ ok: false, code: 'wallet.last_sign_in_method' });
  forgetSettings();
  expect(await removeWallet(change)).toMatchObject({ ok: true });
});

test("while passkeys are off, an account's last wallet can't be moved to another account", async () => {
  switchBrowser();
  const wallet = makeWallet();
  await signInWallet(await openWalletServer(), wallet);
  await addPasskeyHere(server);
  await openAccount();
  const viewer = await readViewer();
  const { issueChallenge } = await import('../../proofs/issue-challenge');
  const { proveWallet } = await import('../../proofs/prove-wallet');
  const { address } = wallet;
  const move = async () => {
    const { challenge } = begun(
      await issueChallenge({ viewer, purpose: 'move', method: 'sign_message', address }),
    );
    return proveWallet({ viewer, device: null, ...signWith(wallet, challenge) });
  };
  await switchPasskeysOff();
  expect(await move()).toEqual({ ok: false, code: 'wallet.only_sign_in_method' });
  forgetSettings();
  expect(await move()).toMatchObject({ ok: true, proven: { outcome: 'moved' } });
});
