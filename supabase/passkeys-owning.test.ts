import { randomBytes } from 'node:crypto';
import {
  addExternalPasskey,
  addPasskey,
  beginRemoval,
  done,
  refusalOf,
  removeAtAuth,
  signInByPasskey,
  withdraw,
} from './testing/passkeys/act-with-passkeys.ts';
import {
  accepted,
  addFactor,
  callAsServer,
  type Person,
  proveNewWallet,
  readActivity,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const asksForCode = '403 auth.second_factor_required';
const listPasskeys = async ({ bound }: Person) =>
  accepted(await callAsServer<Record<string, unknown>[]>(backend, 'list_passkeys', bound));
const describeMethods = async ({ bound }: Person) =>
  accepted(await callAsServer<{ passkeys: number }>(backend, 'describe_sign_in_methods', bound));
const isKnown = async (p_credential_id: string | null) =>
  (await callAsServer(backend, 'is_credential_known', { p_credential_id })).data;

test("lists a user's passkeys, oldest first, and marks those added at Auth, which aren't counted", async () => {
  const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
  const own = await addPasskey(backend, ann);
  const external = await addExternalPasskey(backend, ann);
  await addPasskey(backend, bob);
  const shown = { name: 'Laptop', addedAt: expect.any(String), lastUsedAt: null, isSynced: true };
  expect(await listPasskeys(ann)).toEqual([
    { ...shown, id: own.id, credentialId: own.credentialId, isConfirmed: true },
    { ...shown, id: external.id, credentialId: external.credentialId, isConfirmed: false },
  ]);
  expect((await describeMethods(ann)).passkeys).toBe(1);
  await removeAtAuth(backend, own);
  expect((await describeMethods(ann)).passkeys).toBe(0);
});

test('reports a credential as known only by its whole ID, and malformed IDs like removed ones', async () => {
  const ann = await signUpPerson(backend);
  const passkey = await addPasskey(backend, ann);
  expect(await isKnown(passkey.credentialId)).toBe(true);
  expect(await isKnown((await addExternalPasskey(backend, ann)).credentialId)).toBe(true);
  await removeAtAuth(backend, passkey);
  const others = ['', '%', 'a b', '====', passkey.credentialId.slice(0, -1), null];
  for (const credentialId of [passkey.credentialId, randomBytes(20).toString('base64url'), ...others])
    expect([credentialId, await isKnown(credentialId)]).toEqual([credentialId, false]);
});

test('records adding, removing and renaming with the name, and emails notices except for renaming', async () => {
  const ann = await signUpPerson(backend);
  for (const p_kind of ['passkey_added', 'passkey_renamed', 'passkey_removed'])
    done(
      await callAsServer(backend, 'record_event', {
        p_user_id: ann.bound.p_user_id,
        p_kind,
        p_details: { name: 'Laptop', credential_id: 'AAAA' },
        p_device: 'Firefox on Linux',
      }),
    );
  expect(await readActivity(ann)).toEqual(
    expect.arrayContaining(['passkey_added', 'passkey_renamed', 'passkey_removed']),
  );
  const { data } = await ann.client.from('activity_events').select('details').eq('kind', 'passkey_added');
  expect(data).toEqual([{ details: { name: 'Laptop' } }]);
  type Notice = { kind: string; user_id: string };
  const notices = accepted(await callAsServer<Notice[]>(backend, 'test_read_notices'));
  const mailed = notices.filter(({ user_id }) => user_id === ann.bound.p_user_id).map(({ kind }) => kind);
  expect(mailed).toEqual(['passkey_added', 'passkey_removed']);
});

test("an export has the passkeys' names and dates, but no credential IDs", async () => {
  const ann = await signUpPerson(backend);
  const passkey = await addPasskey(backend, ann);
  const exported = accepted(
    await callAsServer<Record<string, unknown>>(backend, 'start_export', { ...ann.bound, p_device: null }),
  );
  expect(exported.passkeys).toEqual([{ name: 'Laptop', createdAt: expect.any(String), lastUsedAt: null }]);
  expect(JSON.stringify(exported)).not.toContain(passkey.credentialId);
  expect(JSON.stringify(exported)).not.toContain(passkey.id);
});

test('deletes passkey data with the account, before Auth deletes the user', async () => {
  const ann = await signUpPerson(backend);
  const begun = await signInByPasskey(backend, ann, await addPasskey(backend, ann));
  done(await callAsServer(backend, 'delete_account', ann.bound));
  const marks = await callAsServer(backend, 'test_count_marks', { p_user_id: ann.bound.p_user_id });
  expect(marks.data).toBe(0);
  expect(await refusalOf(backend, 'require_live_session', begun)).toBe('401 auth.signed_out');
});

describe('the only sign-in method of an account', () => {
  /** A user without an email, with one wallet for signing in. */
  async function makeWalletAccount() {
    const ann = await signUpPerson(backend);
    const { walletId, address } = await proveNewWallet(backend, ann);
    const { p_user_id } = ann.bound;
    done(await callAsServer(backend, 'test_leave_only_wallets', { p_user_id, p_addresses: [address] }));
    const removeWallet = () =>
      refusalOf(backend, 'remove_wallet', ann, { p_wallet_id: walletId, p_device: null });
    return { ann, removeWallet };
  }

  test("is not removed: a passkey added at Auth doesn't replace a wallet, and of two concurrent removals one fails", async () => {
    const { ann, removeWallet } = await makeWalletAccount();
    await addExternalPasskey(backend, ann);
    expect(await removeWallet()).toBe('409 wallet.last_sign_in_method');
    const [first, second] = [await addPasskey(backend, ann), await addPasskey(backend, ann)];
    expect(await removeWallet()).toBeNull();
    const answers = await Promise.all([first, second].map((passkey) => beginRemoval(backend, ann, passkey)));
    expect(answers.sort()).toEqual(['409 passkey.last', null]);
    expect((await describeMethods(ann)).passkeys).toBe(1);
  });

  test('is not removed: of a passkey and the only wallet one stays, and a passkey added at Auth may be removed', async () => {
    const { ann, removeWallet } = await makeWalletAccount();
    const passkey = await addPasskey(backend, ann);
    expect(await beginRemoval(backend, ann, passkey)).toBeNull();
    expect(await removeWallet()).toBe('409 wallet.last_sign_in_method');
    await withdraw(backend, ann, { id: passkey.id });
    expect(await removeWallet()).toBeNull();
    expect(await beginRemoval(backend, ann, passkey)).toBe('409 passkey.last');
    expect(await beginRemoval(backend, ann, await addExternalPasskey(backend, ann))).toBeNull();
  });

  test("refuses to remove another account's passkey, or a removed one", async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const passkey = await addPasskey(backend, ann);
    expect(await beginRemoval(backend, bob, passkey)).toBe('404 passkey.gone');
    await removeAtAuth(backend, passkey);
    expect(await beginRemoval(backend, ann, passkey)).toBe('404 passkey.gone');
  });
});

test('does not show a misleading name that Auth accepted', async () => {
  const ann = await signUpPerson(backend);
  const passkey = await addPasskey(backend, ann);
  const { p_user_id } = ann.bound;
  done(await callAsServer(backend, 'test_rename_passkey', { p_passkey_id: passkey.id, p_name: 'a\u202eb' }));
  expect(await beginRemoval(backend, ann, passkey)).toBeNull();
  await removeAtAuth(backend, passkey);
  done(await callAsServer(backend, 'finish_sign_in_method_change', { p_user_id, p_kind: 'passkey' }));
  const { data } = await ann.client.from('activity_events').select('details').eq('kind', 'passkey_removed');
  expect(data).toEqual([{ details: { name: 'Passkey' } }]);
});

test('limits the events of frequent renaming', async () => {
  const ann = await signUpPerson(backend);
  const renamed = { p_user_id: ann.bound.p_user_id, p_kind: 'passkey_renamed', p_device: null };
  for (let count = 0; count < 25; count++)
    done(await callAsServer(backend, 'record_event', { ...renamed, p_details: { name: `Laptop ${count}` } }));
  expect(await readActivity(ann)).toHaveLength(20);
});

describe('the offer of a passkey', () => {
  const take = async ({ bound }: Person) => (await callAsServer(backend, 'claim_passkey_offer', bound)).data;
  const decline = async ({ bound }: Person) =>
    done(await callAsServer(backend, 'decline_passkey_offer', bound));
  const age = async ({ bound }: Person, p_age: string) =>
    done(await callAsServer(backend, 'test_age_offer', { p_user_id: bound.p_user_id, p_age }));

  test('is made after the first proof, once in 30 days, in one of two tabs', async () => {
    const ann = await signUpPerson(backend);
    expect(await take(ann)).toBe(false);
    await proveNewWallet(backend, ann);
    expect((await Promise.all([take(ann), take(ann)])).sort()).toEqual([false, true]);
    await age(ann, '29 days');
    expect(await take(ann)).toBe(false);
    await age(ann, '1 day');
    expect(await take(ann)).toBe(true);
  });

  test('is never repeated after “Not now” for two offers; two clicks for one offer count once', async () => {
    const ann = await signUpPerson(backend);
    await proveNewWallet(backend, ann);
    for (const expected of [true, true, false]) {
      expect(await take(ann)).toBe(expected);
      await decline(ann);
      await decline(ann);
      await age(ann, '31 days');
    }
    await age(ann, '10 years');
    expect(await take(ann)).toBe(false);
  });

  test('is not made to an account with a passkey, wherever it was added, or to a session without its second factor', async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    await addExternalPasskey(backend, ann);
    expect(await take(ann)).toBe(false);
    await addFactor(backend, bob, 'verified');
    for (const name of ['claim_passkey_offer', 'decline_passkey_offer'])
      expect(await refusalOf(backend, name, bob)).toBe(asksForCode);
  });
});
