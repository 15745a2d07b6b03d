import { decodeJwt } from 'jose';
import { connectClient, type LocalSupabase, signInAtAuth } from 'local-supabase/testing';
import { addPasskey, removeAtAuth, signInByPasskey } from './testing/passkeys/act-with-passkeys.ts';
import {
  accepted,
  addFactor,
  asPerson,
  callAsServer,
  type Person,
  prove,
  proveNewWallet,
  signInAgain,
  signUpPerson,
} from './testing/person.ts';
import { shareBackend } from './testing/share-backend';

let backend: LocalSupabase;
beforeAll(async () => {
  backend = await shareBackend();
});
afterAll(() => backend.stop());

async function myWallets({ client }: Pick<Person, 'client'>): Promise<string[]> {
  const { data, error } = await client.rpc('my_wallets');
  if (error) throw new Error(error.message);
  return data;
}

const withClaims = async (claims: unknown) => {
  const answer = await callAsServer<string[]>(backend, 'test_my_wallets', { p_claims: claims });
  return accepted(answer);
};

describe('the wallets that my_wallets returns to a policy', () => {
  it('are the currently proven ones, even if the token is older', async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    expect(await myWallets(ann)).toEqual([]);
    const [one, other] = [await proveNewWallet(backend, ann), await proveNewWallet(backend, ann)];
    expect(await myWallets(ann)).toEqual([one.address, other.address]);
    await prove(backend, bob, other.address, 'move');
    expect(await myWallets(ann)).toEqual([one.address]);
    expect(await myWallets(bob)).toEqual([other.address]);
    await callAsServer(backend, 'remove_wallet', { ...ann.bound, p_wallet_id: one.walletId, p_device: null });
    expect(await myWallets(ann)).toEqual([]);
  });

  it('are returned to a session of another app of the team, but not to one that this site has ended', async () => {
    const ann = await signUpPerson(backend);
    const { address } = await proveNewWallet(backend, ann);
    const elsewhere = asPerson(await signInAtAuth(backend, ann.email));
    expect(await myWallets(elsewhere)).toEqual([address]);
    const claims = decodeJwt(elsewhere.session.access_token);
    await callAsServer(backend, 'end_session', { ...ann.bound, p_target: elsewhere.bound.p_session_id });
    expect(await withClaims(claims)).toEqual([]);
    // Even while Auth still has the session.
    const phone = await signInAgain(backend, ann.email);
    await callAsServer(backend, 'test_end_here', { p_session_id: phone.bound.p_session_id });
    expect(await withClaims(decodeJwt(phone.session.access_token))).toEqual([]);
    expect(await myWallets(ann)).toEqual([address]);
  });

  it("are empty for an app's token, whatever session it names, and for a session of an app", async () => {
    const ann = await signUpPerson(backend);
    const { address } = await proveNewWallet(backend, ann);
    const claims = decodeJwt(ann.session.access_token);
    expect(await withClaims(claims)).toEqual([address]);
    for (const client_id of ['app_0123456789', '', null])
      expect(await withClaims({ ...claims, client_id })).toEqual([]);
    await callAsServer(backend, 'test_give_session_to_app', { p_session_id: ann.bound.p_session_id });
    expect(await withClaims(claims)).toEqual([]);
  });

  it('are empty if the session or its token lacks the second factor', async () => {
    const ann = await signUpPerson(backend);
    await proveNewWallet(backend, ann);
    await addFactor(backend, ann, 'verified');
    expect(await myWallets(ann)).toEqual([]);
    const claims = decodeJwt(ann.session.access_token);
    expect(await withClaims({ ...claims, aal: 'aal2' })).toEqual([]);
  });

  it('are returned to a session begun with a passkey of this site, until the passkey is removed', async () => {
    const ann = await signUpPerson(backend);
    const { address } = await proveNewWallet(backend, ann);
    const passkey = await addPasskey(backend, ann);
    const { bound } = await signInByPasskey(backend, ann, passkey);
    await addFactor(backend, ann, 'verified');
    const claims = {
      sub: bound.p_user_id,
      session_id: bound.p_session_id,
      role: 'authenticated',
      aal: 'aal1',
    };
    expect(await withClaims(claims)).toEqual([address]);
    await removeAtAuth(backend, passkey);
    expect(await withClaims(claims)).toEqual([]);
  });

  it.each([
    ['no claims', {}],
    ['claims that are no object', 7],
    ['a subject that is no id', { sub: 'ann', session_id: 'hers' }],
    ['a session that is no id', { sub: crypto.randomUUID(), session_id: 'hers' }],
    ['somebody that nobody knows', { sub: crypto.randomUUID(), session_id: crypto.randomUUID() }],
  ])('are empty, without an error, for %s', async (_, claims) => {
    expect(await withClaims(claims)).toEqual([]);
  });

  it('are refused without a token', async () => {
    for (const key of [backend.publishableKey, backend.secretKey]) {
      const { error } = await connectClient(backend, key).rpc('my_wallets');
      expect(error?.code).toBe('42501');
    }
  });
});
