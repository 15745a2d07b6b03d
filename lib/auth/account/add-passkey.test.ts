import { makePasskey, makeWallet, register, siteRpId } from 'local-supabase/testing';
import { ageStepUp, setUpAuthenticator } from '../../../supabase/testing/person';
import { loseAnswer } from '../../testing/backend-calls';
import {
  answerAdding,
  listHere,
  listUnannouncedHere,
  readEventsHere,
  readViewer,
  signUpHere,
} from '../../testing/passkey-owner';
import {
  addAtAuth,
  addPasskeyHere,
  begun,
  passkeysOnBackend,
  signInHere,
} from '../../testing/passkey-visitor';
import { openWalletServer, signInWallet, switchBrowser, switchToSession } from '../../testing/wallet-visitor';

const mockAfter = jest.fn<void, [work: () => Promise<void>]>();
jest.mock('next/server', () => ({ after: (work: () => Promise<void>) => mockAfter(work) }));

const { backend, server } = passkeysOnBackend();

/** Names of added passkeys in the activity and in its emails. */
async function readAddedNames(): Promise<unknown[]> {
  const { createViewerSupabase } = await import('../../session/request-session');
  const client = await createViewerSupabase();
  const { data } = await client.from('activity_events').select('details').eq('kind', 'passkey_added');
  return (data ?? []).map(({ details }) => (details as { name?: unknown }).name);
}

const openAccount = () => signUpHere(backend);

describe('adding', () => {
  test('requires user verification, names the passkey by its kind, and notifies the owner', async () => {
    const person = await openAccount();
    const { options } = begun(await server.startAddingPasskey());
    expect(options).toMatchObject({
      rp: { id: siteRpId },
      user: {
        id: Buffer.from(person.bound.p_user_id).toString('base64url'),
        name: person.email,
        displayName: person.email,
      },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const { passkey, id, name } = await addPasskeyHere(server);
    expect(name).toBe('Passkey');
    expect(await listHere(server)).toEqual([
      {
        id,
        credentialId: passkey.id,
        name: 'Passkey',
        addedAt: expect.any(String),
        lastUsedAt: null,
        isSynced: true,
        isConfirmed: true,
      },
    ]);
    expect(await listUnannouncedHere()).toEqual([]);
    expect(await readEventsHere()).toContain('passkey_added');
    const again = begun(await server.startAddingPasskey());
    expect(again.options.excludeCredentials).toEqual([{ id: passkey.id, type: 'public-key' }]);
  });

  test('numbers a second passkey of the same kind', async () => {
    await openAccount();
    const names: string[] = [];
    for (let count = 0; count < 3; count++) names.push((await addPasskeyHere(server)).name);
    expect(names).toEqual(['Passkey', 'Passkey 2', 'Passkey 3']);
    expect((await listHere(server)).map(({ name }) => name)).toEqual(names);
    expect((await readAddedNames()).sort()).toEqual(names);
  });

  test('gives two passkeys added concurrently different names', async () => {
    await openAccount();
    await addPasskeyHere(server);
    const two = await Promise.all([addPasskeyHere(server), addPasskeyHere(server)]);
    expect(two.map(({ name }) => name).sort()).toEqual(['Passkey 2', 'Passkey 3']);
    expect((await listHere(server)).map(({ name }) => name).sort()).toEqual([
      'Passkey',
      'Passkey 2',
      'Passkey 3',
    ]);
  });

  test.each([
    ["the other names can't be read", '/rpc/list_passkeys'],
    ['Auth takes no name', '/passkeys/'],
  ])('records the added passkey even if %s', async (_, broken) => {
    await openAccount();
    await addPasskeyHere(server);
    const real = globalThis.fetch;
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const isBroken = init?.method !== 'POST' || broken.startsWith('/rpc');
      if (isBroken && new RegExp(`${broken}[^/]*$`).test(String(input)))
        return Response.json({ code: 'XX000', message: 'broken' }, { status: 500 });
      return await real(input, init);
    });
    expect(await addPasskeyHere(server)).toMatchObject({ name: 'Passkey' });
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('A passkey got no unique name'));
    jest.mocked(globalThis.fetch).mockRestore();
    expect(await listHere(server)).toHaveLength(2);
  });

  test('names a wallet account by its address, without changing the account at Auth', async () => {
    const wallet = makeWallet();
    switchBrowser();
    await signInWallet(await openWalletServer(), wallet);
    const { options } = begun(await server.startAddingPasskey());
    const short = expect.stringMatching(
      new RegExp(`^${wallet.address.slice(0, 4)}.*${wallet.address.slice(-4)}$`),
    );
    expect(options.user).toMatchObject({ name: short, displayName: short });
    const { passkey } = await addPasskeyHere(server);
    const viewer = await readViewer();
    const { account } = begun(await (await import('./own-account')).readOwnAccount(viewer));
    const owner = await server.describePasskeyOwner(viewer, account);
    expect(owner).toEqual({
      rpId: siteRpId,
      userId: passkey.userHandle,
      name: options.user.name,
      displayName: options.user.displayName,
    });
    switchBrowser();
    expect(await signInHere(server, passkey)).toMatchObject({ ok: true });
  });

  test('requires a recent sign-in or step-up', async () => {
    const person = await openAccount();
    await ageStepUp(backend, person, '11 minutes');
    expect(await server.startAddingPasskey()).toEqual({ ok: false, code: 'auth.recent_auth_required' });
  });

  test('requires a challenge of this browser, account and purpose', async () => {
    const first = await openAccount();
    const theirs = answerAdding(begun(await server.startAddingPasskey()));
    const expired = { ok: false, code: 'passkey.expired' };
    switchToSession(first.session);
    expect(await server.addPasskey(theirs)).toEqual(expired);
    await openAccount();
    await server.startAddingPasskey();
    expect(await server.addPasskey(theirs)).toEqual(expired);
    const { ticket, options } = begun(await server.startPasskeySignIn());
    const adding = { ticket, options: { challenge: options.challenge, rp: {}, user: { id: 'AA' } } };
    expect(await server.addPasskey(answerAdding(adding))).toEqual(expired);
    expect(await listHere(server)).toEqual([]);
  });

  test('uses a challenge once, even of fifty concurrent requests; a second challenge adds another passkey', async () => {
    await openAccount();
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    const mails: Promise<void>[] = [];
    mockAfter.mockImplementation((work) => mails.push(work()));
    const made = answerAdding(begun(await server.startAddingPasskey()));
    const results = await Promise.all(Array.from({ length: 50 }, () => server.addPasskey(made)));
    await Promise.all(mails);
    mockAfter.mockReset();
    const refused = results.flatMap((result) => (result.ok ? [] : result.code));
    expect(refused).toEqual(Array(49).fill('passkey.expired'));
    expect(mails).toHaveLength(50);
    expect(logged).not.toHaveBeenCalled();
    expect(jest.mocked(console.warn)).not.toHaveBeenCalled();
    expect(await listHere(server)).toHaveLength(1);
    expect(await server.addPasskey(made)).toEqual({ ok: false, code: 'passkey.expired' });
  });

  test("refuses a credential of another account, without the database's message", async () => {
    await openAccount();
    const { passkey } = await addPasskeyHere(server);
    await openAccount();
    const taken = await server.addPasskey(
      answerAdding(begun(await server.startAddingPasskey()), { id: passkey.id }),
    );
    expect(taken).toEqual({ ok: false, code: 'passkey.refused' });
    expect(await listHere(server)).toEqual([]);
  });

  test.each([
    ['a device without user verification', { isVerified: false }, 'passkey.not_verified'],
    ['the RP ID of another site', { rpId: 'evil.example' }, 'passkey.refused'],
  ])('refuses %s', async (_, changes, code) => {
    await openAccount();
    const made = answerAdding(begun(await server.startAddingPasskey()), changes);
    expect(await server.addPasskey(made)).toEqual({ ok: false, code });
    expect(await listHere(server)).toEqual([]);
  });

  test('ends at ten', async () => {
    const person = await openAccount();
    for (let count = 0; count < 9; count += 1) await addAtAuth(person.client);
    const last = begun(await server.startAddingPasskey());
    await addPasskeyHere(server);
    const full = { ok: false, code: 'passkey.too_many' };
    expect(await server.startAddingPasskey()).toEqual(full);
    expect(await server.addPasskey(answerAdding(last))).toEqual(full);
    expect(await listHere(server)).toHaveLength(10);
  });

  test("requires the authenticator's code of a passkey session, once, before the device creates a passkey", async () => {
    const person = await openAccount();
    const { passkey } = await addPasskeyHere(server);
    await setUpAuthenticator(backend, person);
    switchBrowser();
    await signInHere(server, passkey);
    expect(await server.startAddingPasskey()).toEqual({
      ok: false,
      code: 'auth.authenticator_code_required',
    });
  });

  test("counts as this site's own change if Auth's answer is lost", async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    await openAccount();
    const made = answerAdding(begun(await server.startAddingPasskey()));
    const { fix } = loseAnswer(/registration\/verify/);
    expect(await server.addPasskey(made)).toEqual({ ok: false, code: 'backend.unavailable' });
    fix();
    expect(await listUnannouncedHere()).toEqual([]);
    expect(await listHere(server)).toMatchObject([{ isConfirmed: true }]);
  });

  test('withdraws the announcement if Auth refuses: the same passkey added at Auth then counts as unannounced', async () => {
    const person = await openAccount();
    const asked = begun(await server.startAddingPasskey());
    const passkey = makePasskey();
    const refused = await server.addPasskey(answerAdding(asked, { rpId: 'evil.example' }, passkey));
    expect(refused).toEqual({ ok: false, code: 'passkey.refused' });
    const { auth } = person.client;
    const started = await auth.passkey.startRegistration();
    if (started.error) throw started.error;
    const { challenge_id: challengeId, options } = started.data;
    const credential = register(passkey, options as never) as never;
    expect((await auth.passkey.verifyRegistration({ challengeId, credential })).error).toBeNull();
    expect(await listHere(server)).toMatchObject([{ credentialId: passkey.id, isConfirmed: false }]);
  });
});
