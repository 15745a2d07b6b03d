import { decodeJwt } from 'jose';
import { expectAsRecorded } from '../../testing/as-recorded.ts';
import {
  addPasskey,
  askPasskeys,
  callAsServer,
  passkeyBackend,
  sessionFrom,
  signInWith,
  signUpWithPasskey,
  startRegistering,
  startSigningIn,
} from '../../testing/ask-passkeys.ts';
import { enrollAndProve, prove } from '../../testing/second-factor.ts';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import {
  connectClient,
  postRefresh,
  type SignedIn,
  signInAtAuth,
  signUpAtAuth,
} from '../../testing/sign-in.ts';
import { authenticate, makePasskey, register } from '../../testing/soft-authenticator.ts';
import { holdBackend } from '../../testing/start-local-supabase.ts';

const backend = holdBackend(() => shareLocalSupabase('passkeys', passkeyBackend));

const ask = (asked: string, given?: Parameters<typeof askPasskeys>[2]) => askPasskeys(backend, asked, given);

describe('as the real Auth answers', () => {
  test('passkeys are on', async () => {
    const { passkeys_enabled } = await (await ask('GET /settings')).json();
    await expectAsRecorded(Response.json({ passkeys_enabled }));
  });

  test('a challenge to sign in is for nobody in particular', async () => {
    await expectAsRecorded(
      await ask('POST /passkeys/authentication/options', { body: {} }),
      await ask('POST /passkeys/authentication/options'),
    );
  });

  test('a passkey is registered, listed, used and listed again', async () => {
    const { session } = await signUpAtAuth(backend);
    const passkey = makePasskey();
    await expectAsRecorded(
      await ask('GET /passkeys', { session }),
      await ask('POST /passkeys/registration/options', { session, body: {} }),
      await addPasskey(backend, session, passkey),
      await ask('GET /passkeys', { session }),
      await ask('POST /passkeys/registration/options', { session }),
      await signInWith(backend, passkey),
      await ask('GET /passkeys', { session }),
    );
  });

  test('an account is named by its e-mail, or by the name it has given', async () => {
    const { client, session } = await signUpAtAuth(backend);
    await client.auth.updateUser({ data: { name: 'Ada' } });
    const options = () => ask('POST /passkeys/registration/options', { session });
    const named = await options();
    await callAsServer(backend, 'test_remove_email', { of_user: session.user.id });
    await expectAsRecorded(named, await options());
  });

  test('a passkey is called after its authenticator', async () => {
    const { session } = await signUpAtAuth(backend);
    const makes = [
      'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
      'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4',
      '11111111-2222-3333-4444-555555555555',
    ];
    const answers: Response[] = [];
    for (const aaguid of makes) {
      answers.push(await addPasskey(backend, session, makePasskey(), { aaguid }));
    }
    await expectAsRecorded(...answers);
  });

  test.each(['EdDSA', 'RS256'] as const)('a key of the kind %s signs in', async (algorithm) => {
    const { session } = await signUpAtAuth(backend);
    const passkey = makePasskey(algorithm);
    await expectAsRecorded(await addPasskey(backend, session, passkey), await signInWith(backend, passkey));
  });

  test('a name has 1 to 120 bytes that the database can keep', async () => {
    const { session, id } = await signUpWithPasskey(backend);
    const rename = (friendly_name: unknown) =>
      ask(`PATCH /passkeys/${id}`, { session, body: { friendly_name } });
    await expectAsRecorded(
      await rename('My Mac'),
      await rename('é'.repeat(60)),
      await rename(`${'é'.repeat(60)}x`),
      await rename(''),
      await rename(null),
      await rename(7),
      await rename('a\u0000b'),
      await rename('<b>\u202e bold'),
      await ask(`PATCH /passkeys/${id}`, { session, body: '{' }),
    );
  });

  test('a removed passkey opens nothing, and its sessions go on', async () => {
    const { session, passkey, id } = await signUpWithPasskey(backend);
    const begun = await sessionFrom(await signInWith(backend, passkey));
    const removed = await ask(`DELETE /passkeys/${id}`, { session: begun });
    expect((await postRefresh(backend, begun.refresh_token)).status).toBe(200);
    await expectAsRecorded(
      removed,
      await ask(`DELETE /passkeys/${id}`, { session }),
      await ask('GET /passkeys', { session: begun }),
      await signInWith(backend, passkey),
    );
  });

  test('a server lists and removes the passkeys of anybody', async () => {
    const { client, session, id } = await signUpWithPasskey(backend);
    await enrollAndProve(client);
    const path = `/admin/users/${session.user.id}/passkeys`;
    const stranger = (await signUpAtAuth(backend)).session;
    await expectAsRecorded(
      await ask(`GET ${path}`, { session }),
      await ask(`DELETE ${path}/${id}`, { session }),
      await ask(`GET ${path}`, { isServer: true }),
      await ask(`DELETE /admin/users/${stranger.user.id}/passkeys/${id}`, { isServer: true }),
      await ask(`DELETE ${path}/nonsense`, { isServer: true }),
      await ask(`DELETE ${path}/${id}`, { isServer: true }),
      await ask(`GET ${path}`, { isServer: true }),
      await ask('GET /admin/users/nonsense/passkeys', { isServer: true }),
    );
  });

  test('an eleventh passkey is refused, also where its challenge is older than the tenth', async () => {
    const { session } = await signUpAtAuth(backend);
    const { challenge_id, options } = await startRegistering(backend, session);
    for (let count = 1; count <= 10; count += 1) {
      expect((await addPasskey(backend, session, makePasskey())).status).toBe(200);
    }
    const body = { challenge_id, credential: register(makePasskey(), options) };
    await expectAsRecorded(
      await ask('POST /passkeys/registration/options', { session }),
      await ask('POST /passkeys/registration/verify', { session, body }),
    );
  });

  test('with an authenticator, a session without its code lists and renames and no more', async () => {
    const { client, email, session, passkey, id } = await signUpWithPasskey(backend);
    const { challenge_id, options } = await startRegistering(backend, session);
    await enrollAndProve(client);
    const stolen = (await signInAtAuth(backend, email)).session;
    const body = { challenge_id, credential: register(makePasskey(), options) };
    await expectAsRecorded(
      await ask('POST /passkeys/registration/options', { session: stolen }),
      await ask('POST /passkeys/registration/verify', { session: stolen, body }),
      await ask(`DELETE /passkeys/${id}`, { session: stolen }),
      await ask('GET /passkeys', { session: stolen }),
      await ask(`PATCH /passkeys/${id}`, { session: stolen, body: { friendly_name: 'Mine' } }),
      await signInWith(backend, passkey),
    );
  });
});

test('a session by passkey is of the first level, and of the second after a code', async () => {
  const { client, passkey } = await signUpWithPasskey(backend);
  const enrolled = await enrollAndProve(client);
  const begun = await sessionFrom(await signInWith(backend, passkey));
  expect(decodeJwt(begun.access_token)).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'passkey', timestamp: expect.any(Number) }],
  });
  const other = connectClient(backend);
  await other.auth.setSession(begun);
  const claims = decodeJwt<{ amr: { method: string }[] }>((await prove(other, enrolled)).access_token);
  // The newest first, by whole seconds: both may be of the same one.
  expect([claims.aal, claims.amr.map(({ method }) => method).sort()]).toEqual(['aal2', ['passkey', 'totp']]);
});

test('the calls of supabase-js work', async () => {
  const { client, session } = await signUpAtAuth(backend);
  const passkey = makePasskey();
  const started = await client.auth.passkey.startRegistration();
  if (started.error) throw started.error;
  const credential = register(passkey, started.data.options as never);
  const added = await client.auth.passkey.verifyRegistration({
    challengeId: started.data.challenge_id,
    credential: credential as never,
  });
  if (added.error) throw added.error;
  const { id: passkeyId } = added.data;
  const other: SignedIn['client'] = connectClient(backend);
  const challenged = await other.auth.passkey.startAuthentication();
  if (challenged.error) throw challenged.error;
  const signedIn = await other.auth.passkey.verifyAuthentication({
    challengeId: challenged.data.challenge_id,
    credential: authenticate(passkey, challenged.data.options as never) as never,
  });
  expect(signedIn.data?.user?.id).toBe(session.user.id);
  expect((await other.auth.passkey.update({ passkeyId, friendlyName: 'Mine' })).error).toBeNull();
  expect((await other.auth.passkey.list()).data).toMatchObject([{ id: passkeyId, friendly_name: 'Mine' }]);
  const admin = connectClient(backend, backend.secretKey).auth.admin.passkey;
  expect((await admin.listPasskeys({ userId: session.user.id })).data).toHaveLength(1);
  expect((await other.auth.passkey.delete({ passkeyId })).error).toBeNull();
  expect((await client.auth.passkey.list()).data).toEqual([]);
});

test('ten tabs that register at once leave no room for an eleventh', async () => {
  const { session } = await signUpAtAuth(backend);
  for (let count = 1; count < 10; count += 1) await addPasskey(backend, session, makePasskey());
  const tabs = await Promise.all(Array.from({ length: 10 }, () => startRegistering(backend, session)));
  const answers = await Promise.all(
    tabs.map(({ challenge_id, options }) => {
      const body = { challenge_id, credential: register(makePasskey(), options) };
      return ask('POST /passkeys/registration/verify', { session, body });
    }),
  );
  // Auth counts in each transaction by itself, so that two may get through.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
  expect((await ask('POST /passkeys/registration/options', { session })).status).toBe(422);
});

test('an account takes its passkeys and challenges with it', async () => {
  const { session, passkey } = await signUpWithPasskey(backend);
  await startRegistering(backend, session);
  await connectClient(backend, backend.secretKey).auth.admin.deleteUser(session.user.id);
  expect((await signInWith(backend, passkey)).status).toBe(400);
  expect((await startSigningIn(backend)).challenge_id).toBeDefined();
});
