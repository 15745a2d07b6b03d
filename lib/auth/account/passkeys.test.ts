import { connectClient, firstPassword, signInAgain } from '../../../supabase/local/testing/sign-in';
import { makeWallet } from '../../../supabase/local/testing/sign-solana-message';
import { makePasskey, register } from '../../../supabase/local/testing/soft-authenticator';
import type { LocalSupabase } from '../../../supabase/local/testing/start-local-supabase';
import { ageStepUp, setUpAuthenticator } from '../../../supabase/step-up-testing/change-step-up';
import { shareBackend } from '../../../supabase/testing/share-backend';
import { asPerson, type Person, signUpPerson } from '../../../supabase/wallets-testing/prove-without-signing';
import {
  addPasskeyHere,
  addPastThisSite,
  begun,
  breakCall,
  openPasskeyDoor,
  type PasskeyDoor,
  signInHere,
} from '../../testing/passkey-visitor';
import { pointSiteAt } from '../../testing/point-site-at';
import {
  comeIn,
  openWalletDoor,
  readSignedIn,
  switchBrowser,
  switchToSession,
} from '../../testing/wallet-visitor';
import { RegistrationCredential } from '../passkey/schemas';

jest.mock('next/headers', () => jest.requireActual('../../testing/wallet-visitor').fakeHeaders());
jest.mock('next/server', () => ({ after: () => undefined }));
jest.mock('../../supabase/fetch', () => jest.requireActual('../../testing/patient-fetch'));

let backend: LocalSupabase;
let door: PasskeyDoor;
beforeAll(async () => {
  backend = await shareBackend();
  pointSiteAt(backend);
  door = await openPasskeyDoor();
});
beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => backend.stop());

async function openAccount(): Promise<Person> {
  const person = await signUpPerson(backend);
  switchToSession(person.session);
  return person;
}

/** The viewer, as the pages see them. */
async function readViewer() {
  return begun(await (await import('../session/viewer')).actingViewer()).viewer;
}
const list = async () => begun(await door.listPasskeys(await readViewer())).passkeys;
const listForeign = async () =>
  begun(await (await import('./foreign-methods')).listForeignMethods(await readViewer())).found;

/** The newest events of the account, from the newest on. */
async function readEvents(): Promise<string[]> {
  const { createViewerSupabase } = await import('../../supabase/viewer-client');
  const client = await createViewerSupabase();
  const { data } = await client.from('activity_events').select('kind').order('id', { ascending: false });
  return (data ?? []).map(({ kind }) => kind);
}

const makeAnswer = (
  { ticket, options }: { ticket: string; options: object },
  changes = {},
  passkey = makePasskey(),
) => ({
  ticket,
  credential: RegistrationCredential.parse(register(passkey, options as never, changes)),
});

/** As if the project had switched every provider off, e-mail too, until the settings are asked again. */
function switchEveryWayOff(): void {
  Object.assign(globalThis.countersign?.get('auth-settings') ?? {}, {
    enabled: [],
    askAgainAt: Date.now() + 600_000,
  });
}
afterEach(() => {
  globalThis.countersign?.delete('auth-settings');
});

describe('adding', () => {
  test('makes a passkey that checks the person, named by its kind, and tells the account', async () => {
    const person = await openAccount();
    const { options } = begun(await door.startAddingPasskey());
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: {
        id: Buffer.from(person.bound.p_user_id).toString('base64url'),
        name: person.email,
        displayName: person.email,
      },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const { passkey, id, name } = await addPasskeyHere(door);
    expect(name).toBe('Passkey');
    expect(await list()).toEqual([
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
    expect(await listForeign()).toEqual([]);
    expect(await readEvents()).toContain('passkey_added');
    const again = begun(await door.startAddingPasskey());
    expect(again.options.excludeCredentials).toEqual([{ id: passkey.id, type: 'public-key' }]);
  });

  test('calls the account of a wallet by its address, and changes nothing that Auth knows of it', async () => {
    const wallet = makeWallet();
    switchBrowser();
    await comeIn(await openWalletDoor(), wallet);
    const { options } = begun(await door.startAddingPasskey());
    const short = expect.stringMatching(
      new RegExp(`^${wallet.address.slice(0, 4)}.*${wallet.address.slice(-4)}$`),
    );
    expect(options.user).toMatchObject({ name: short, displayName: short });
    const { passkey } = await addPasskeyHere(door);
    const viewer = await readViewer();
    const account = begun(await (await import('../../proofs/read-account')).readAccount(viewer));
    const { ways } = begun(await (await import('./sign-in-methods')).readSignInMethods(viewer));
    const owner = await door.describePasskeyOwner(viewer, account, ways);
    expect(owner).toEqual({
      rpId: 'localhost',
      userId: passkey.userHandle,
      name: options.user.name,
      displayName: options.user.displayName,
    });
    switchBrowser();
    expect(await signInHere(door, passkey)).toMatchObject({ ok: true });
  });

  test('needs somebody who was here just now', async () => {
    const person = await openAccount();
    await ageStepUp(backend, person, '11 minutes');
    expect(await door.startAddingPasskey()).toEqual({ ok: false, code: 'auth.recent_auth_required' });
  });

  test('needs a challenge of this browser, this account and this purpose', async () => {
    const first = await openAccount();
    const theirs = makeAnswer(begun(await door.startAddingPasskey()));
    const expired = { ok: false, code: 'passkey.expired' };
    switchToSession(first.session);
    expect(await door.addPasskey(theirs)).toEqual(expired);
    await openAccount();
    await door.startAddingPasskey();
    expect(await door.addPasskey(theirs)).toEqual(expired);
    const { ticket, options } = begun(await door.startPasskeySignIn());
    const adding = { ticket, options: { challenge: options.challenge, rp: {}, user: { id: 'AA' } } };
    expect(await door.addPasskey(makeAnswer(adding))).toEqual(expired);
    expect(await list()).toEqual([]);
  });

  test('counts once, also of ten at once; a second challenge is another passkey', async () => {
    await openAccount();
    const made = makeAnswer(begun(await door.startAddingPasskey()));
    const results = await Promise.all(Array.from({ length: 10 }, () => door.addPasskey(made)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await list()).toHaveLength(1);
    expect(await door.addPasskey(made)).toEqual({ ok: false, code: 'passkey.expired' });
  });

  test("refuses a credential that another account has, and tells nothing of the database's words", async () => {
    await openAccount();
    const { passkey } = await addPasskeyHere(door);
    await openAccount();
    const taken = await door.addPasskey(
      makeAnswer(begun(await door.startAddingPasskey()), { id: passkey.id }),
    );
    expect(taken).toEqual({ ok: false, code: 'passkey.refused' });
    expect(await list()).toEqual([]);
  });

  test.each([
    ['a device that did not check the person', { isVerified: false }, 'passkey.not_verified'],
    ['a page that another site frames', { crossOrigin: true }, 'passkey.refused'],
    ['another site', { origin: 'https://evil.example' }, 'passkey.refused'],
    ['the RP ID of another site', { rpId: 'evil.example' }, 'passkey.refused'],
    ['nobody present', { isPresent: false }, 'passkey.refused'],
  ])('refuses %s', async (_, changes, code) => {
    await openAccount();
    const made = makeAnswer(begun(await door.startAddingPasskey()), changes);
    expect(await door.addPasskey(made)).toEqual({ ok: false, code });
    expect(await list()).toEqual([]);
  });

  test('ends at ten', async () => {
    const person = await openAccount();
    for (let count = 0; count < 9; count += 1) await addPastThisSite(person.client);
    const last = begun(await door.startAddingPasskey());
    await addPasskeyHere(door);
    const full = { ok: false, code: 'passkey.too_many' };
    expect(await door.startAddingPasskey()).toEqual(full);
    expect(await door.addPasskey(makeAnswer(last))).toEqual(full);
    expect(await list()).toHaveLength(10);
  });

  test('of an account with an authenticator asks a session of a passkey for its code, once, before anything is made', async () => {
    const person = await openAccount();
    const { passkey } = await addPasskeyHere(door);
    await setUpAuthenticator(backend, person);
    switchBrowser();
    await signInHere(door, passkey);
    expect(await door.startAddingPasskey()).toEqual({
      ok: false,
      code: 'auth.authenticator_code_required',
    });
  });

  test('whose answer is lost is taken for ours, and not for a stranger’s', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    await openAccount();
    const made = makeAnswer(begun(await door.startAddingPasskey()));
    const real = globalThis.fetch;
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await real(input, init);
      if (String(input).includes('/registration/verify')) throw new TypeError('fetch failed');
      return response;
    });
    expect(await door.addPasskey(made)).toEqual({ ok: false, code: 'backend.unavailable' });
    jest.restoreAllMocks();
    expect(await listForeign()).toEqual([]);
    expect(await list()).toMatchObject([{ isConfirmed: true }]);
  });
});

describe('renaming', () => {
  test('tells the activity, and needs no more than the session', async () => {
    const person = await openAccount();
    const { id } = await addPasskeyHere(door);
    await ageStepUp(backend, person, '1 hour');
    expect(await door.renamePasskey({ id, name: 'Laptop <b>at work</b>' })).toEqual({ ok: true });
    expect(await list()).toMatchObject([{ name: 'Laptop <b>at work</b>' }]);
    expect(await readEvents()).toContain('passkey_renamed');
  });

  test("does nothing to another account's", async () => {
    await openAccount();
    const { id } = await addPasskeyHere(door);
    const theirs = await readViewer();
    await openAccount();
    const gone = { ok: false, code: 'passkey.gone' };
    expect(await door.renamePasskey({ id, name: 'Mine' })).toEqual(gone);
    expect(await door.removePasskey({ id })).toEqual(gone);
    expect(begun(await door.listPasskeys(theirs)).passkeys).toMatchObject([{ name: 'Passkey' }]);
    expect(await readEvents()).not.toContain('passkey_renamed');
  });
});

describe('removing', () => {
  test('ends the sessions that it began, at Auth too, and no other', async () => {
    const person = await openAccount();
    const { passkey, id } = await addPasskeyHere(door);
    const { passkey: kept } = await addPasskeyHere(door);
    const lost = switchBrowser();
    await signInHere(door, passkey);
    const other = switchBrowser();
    await signInHere(door, kept);
    switchToSession(person.session);
    expect(await door.removePasskey({ id })).toEqual({ ok: true });
    expect(await readEvents()).toContain('passkey_removed');
    const { requireLiveSession } = await import('../session/require-live-session');
    switchBrowser(lost);
    expect(await requireLiveSession()).toEqual({ ok: false, code: 'auth.signed_out' });
    switchBrowser(other);
    expect(await requireLiveSession()).toMatchObject({ ok: true });
    switchBrowser();
    expect(await signInHere(door, passkey)).toEqual({ ok: false, code: 'passkey.unknown' });
  });

  test('by a session that this very passkey began leaves that one', async () => {
    await openAccount();
    const { passkey, id } = await addPasskeyHere(door);
    switchBrowser();
    await signInHere(door, passkey);
    expect(await door.removePasskey({ id })).toEqual({ ok: true });
    expect(await list()).toEqual([]);
    expect(await readSignedIn()).not.toBeNull();
  });

  test('needs somebody who was here just now, and happens once', async () => {
    const person = await openAccount();
    const { id } = await addPasskeyHere(door);
    await ageStepUp(backend, person, '11 minutes');
    expect(await door.removePasskey({ id })).toEqual({ ok: false, code: 'auth.recent_auth_required' });
    switchToSession(asPerson(await signInAgain(backend, person.email)).session);
    expect(await door.removePasskey({ id })).toEqual({ ok: true });
    expect(await door.removePasskey({ id })).toEqual({ ok: false, code: 'passkey.gone' });
  });

  test('of the only way in is refused', async () => {
    await openAccount();
    const { id } = await addPasskeyHere(door);
    switchEveryWayOff();
    expect(await door.removePasskey({ id })).toEqual({ ok: false, code: 'passkey.last' });
    const { passkey } = await addPasskeyHere(door);
    expect(await door.removePasskey({ id })).toEqual({ ok: true });
    expect(await list()).toMatchObject([{ credentialId: passkey.id }]);
  });

  test('works for one that was set up past this site, also where it is alone', async () => {
    const person = await openAccount();
    await addPastThisSite(person.client);
    // The next sign-in compares.
    switchToSession((await signInAgain(backend, person.email)).session);
    const [foreign] = await list();
    expect(foreign).toMatchObject({ isConfirmed: false });
    if (!foreign) throw new Error('There is none.');
    expect(await listForeign()).toMatchObject([{ kind: 'passkey', name: 'passkey' }]);
    switchEveryWayOff();
    expect(await door.removePasskey({ id: foreign.id })).toEqual({ ok: true });
    expect(await listForeign()).toEqual([]);
  });

  test('of an account with an authenticator asks a session of a passkey for its code, and nothing is removed', async () => {
    const person = await openAccount();
    const { passkey, id } = await addPasskeyHere(door);
    await setUpAuthenticator(backend, person);
    switchBrowser();
    await signInHere(door, passkey);
    const asked = { ok: false, code: 'auth.authenticator_code_required' };
    expect(await door.removePasskey({ id })).toEqual(asked);
    expect(await list()).toHaveLength(1);
    const { removeAuthenticator } = await import('./remove-authenticator');
    const [factor] = (await listFactors(person)).factors;
    expect(await removeAuthenticator(factor?.id ?? '')).toEqual(asked);
    const { changePassword } = await import('./set-password');
    expect(await changePassword('another correct horse', undefined)).toEqual(asked);
    const { askForEmail } = await import('./change-email');
    expect(await askForEmail('next@example.test')).toEqual(asked);
    const { startEnrollment } = await import('./enroll-authenticator');
    expect(await startEnrollment()).toEqual(asked);
    const { makeRecoveryCodes } = await import('./recovery-codes');
    expect(await makeRecoveryCodes()).toEqual(asked);
  });

  test('while Auth is away changes nothing', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    await openAccount();
    const { id } = await addPasskeyHere(door);
    const { mend } = breakCall(new RegExp(`/passkeys/${id}`));
    expect(await door.removePasskey({ id })).toEqual({ ok: false, code: 'backend.unavailable' });
    mend();
    expect(await list()).toMatchObject([{ id, isConfirmed: true }]);
  });
});

test("an owner who signs in by a passkey removes the authenticator of whoever had the account's token", async () => {
  const person = await openAccount();
  const { passkey } = await addPasskeyHere(door);
  const thief = connectClient(backend);
  await thief.auth.signInWithPassword({ email: person.email, password: firstPassword });
  const { enrollAndProve } = await import('../../../supabase/local/testing/second-factor');
  const { factorId } = await enrollAndProve(thief);
  switchBrowser();
  expect(await signInHere(door, passkey)).toEqual({ ok: true, redirectTo: '/wallets' });
  expect(await listForeign()).toMatchObject([{ kind: 'authenticator' }]);
  const { removeAuthenticator } = await import('./remove-authenticator');
  expect(await removeAuthenticator(factorId)).toEqual({ ok: true });
  expect((await listFactors(person)).factors).toEqual([]);
  expect(await listForeign()).toEqual([]);
});

async function listFactors({ bound }: Person) {
  const { createAdminSupabase } = await import('../../supabase/server');
  const { data, error } = await createAdminSupabase().auth.admin.mfa.listFactors({ userId: bound.p_user_id });
  if (error) throw error;
  return data;
}
