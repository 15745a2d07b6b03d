import { generateKeyPairSync } from 'node:crypto';
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
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import { connectClient, signUpAtAuth } from '../../testing/sign-in.ts';
import { siteRpId } from '../../testing/site-url.ts';
import {
  authenticate,
  makePasskey,
  register,
  type SoftAnswer,
  type SoftPasskey,
} from '../../testing/soft-authenticator.ts';
import { holdBackend } from '../../testing/start-local-supabase.ts';

// Each as the real Auth answers it, also where that is to let someone in.
const backend = holdBackend(() => shareLocalSupabase('passkeys', passkeyBackend));

const ask = (asked: string, given?: Parameters<typeof askPasskeys>[2]) => askPasskeys(backend, asked, given);
const verifySignIn = (body: unknown, headers?: Record<string, string>) =>
  ask('POST /passkeys/authentication/verify', { body, headers });

/** A valid assertion unless it is changed, with its challenge. */
async function assertion(passkey: SoftPasskey, changes?: SoftAnswer) {
  const { challenge_id, options } = await startSigningIn(backend);
  return { challenge_id, credential: authenticate(passkey, options, changes) };
}

test('an assertion is good once', async () => {
  const { passkey } = await signUpWithPasskey(backend);
  const body = await assertion(passkey);
  await expectAsRecorded(await verifySignIn(body), await verifySignIn(body));
});

test('of eight at once with one assertion, one signs in', async () => {
  const { passkey } = await signUpWithPasskey(backend);
  const body = await assertion(passkey);
  const answers = await Promise.all(Array.from({ length: 8 }, () => verifySignIn(body)));
  await expectAsRecorded(...answers.toSorted((one, other) => one.status - other.status));
});

test('a challenge is used up by whatever answers it', async () => {
  const { session, passkey } = await signUpWithPasskey(backend);
  const body = await assertion(passkey);
  const adding = await startRegistering(backend, session);
  const registered = {
    challenge_id: adding.challenge_id,
    credential: register(makePasskey(), adding.options),
  };
  const verify = (given: unknown) => ask('POST /passkeys/registration/verify', { session, body: given });
  await expectAsRecorded(
    await verifySignIn({ ...body, credential: {} }),
    await verifySignIn(body),
    await verify({ ...registered, credential: null }),
    await verify(registered),
  );
});

test('a challenge is not used up by a request without an answer', async () => {
  const { passkey } = await signUpWithPasskey(backend);
  const body = await assertion(passkey);
  await expectAsRecorded(
    await verifySignIn({ challenge_id: body.challenge_id }),
    await verifySignIn({ credential: body.credential }),
    await verifySignIn({ ...body, challenge_id: 'nonsense' }),
    await verifySignIn({ ...body, challenge_id: 7 }),
    await verifySignIn('{'),
    await verifySignIn(body),
  );
});

test('a challenge that is five minutes old is refused', async () => {
  const { session, passkey } = await signUpWithPasskey(backend);
  const body = await assertion(passkey);
  const adding = await startRegistering(backend, session);
  const registered = {
    challenge_id: adding.challenge_id,
    credential: register(makePasskey(), adding.options),
  };
  await callAsServer(backend, 'test_age_passkey_challenges');
  await expectAsRecorded(
    await verifySignIn(body),
    await ask('POST /passkeys/registration/verify', { session, body: registered }),
    await verifySignIn(body),
  );
});

test('a challenge of one ceremony does not serve the other', async () => {
  const { session, passkey } = await signUpWithPasskey(backend);
  const adding = await startRegistering(backend, session);
  const signingIn = await startSigningIn(backend);
  const options = { ...adding.options, challenge: signingIn.options.challenge };
  await expectAsRecorded(
    await verifySignIn({
      challenge_id: adding.challenge_id,
      credential: authenticate(passkey, { challenge: adding.options.challenge, rpId: siteRpId }),
    }),
    await ask('POST /passkeys/registration/verify', {
      session,
      body: { challenge_id: signingIn.challenge_id, credential: register(makePasskey(), options) },
    }),
  );
});

const lies: [string, SoftAnswer][] = [
  ['made on another site', { origin: 'https://localhost.example' }],
  ['made on another port', { origin: 'http://localhost:1' }],
  ['made for another relying party', { rpId: 'localhost.example' }],
  ['over a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['made without anybody present', { isPresent: false }],
];

const assertionLies: [string, SoftAnswer][] = [
  ['of a registration', { type: 'webauthn.create' }],
  ['signed by another key', { signedBy: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['of a key that can no longer be backed up', { isBackupEligible: false, isBackedUp: false }],
  ['of a passkey that nobody has', { id: Buffer.alloc(32).toString('base64url') }],
  ['that says nothing of whose it is', { userHandle: null }],
  ['of nobody', { userHandle: Buffer.from('nonsense').toString('base64url') }],
];

test.each([...lies, ...assertionLies])('an assertion %s is refused', async (_, changes) => {
  const { passkey } = await signUpWithPasskey(backend);
  await expectAsRecorded(await signInWith(backend, passkey, changes));
});

test.each<[string, SoftAnswer]>([...lies, ['of an assertion', { type: 'webauthn.get' }]])(
  'a registration %s is refused',
  async (_, changes) => {
    const { session } = await signUpAtAuth(backend);
    await expectAsRecorded(
      await addPasskey(backend, session, makePasskey(), changes),
      await ask('GET /passkeys', { session }),
    );
  },
);

test.each<[string, SoftAnswer]>([
  ['the person was not verified', { isVerified: false }],
  ['the page was framed by another site', { crossOrigin: true, topOrigin: 'https://elsewhere.example' }],
  ['the page was framed and does not say by whom', { crossOrigin: true }],
  ['the key is backed up no more', { isBackedUp: false }],
  ['its id is not its rawId', { id: 'AAAA', rawId: 'the key' }],
])('Auth lets in, by itself, whoever signs in where %s', async (_, changes) => {
  const { passkey } = await signUpWithPasskey(backend);
  const rawId = changes.rawId && passkey.id;
  await expectAsRecorded(await signInWith(backend, passkey, { ...changes, rawId }));
});

test('Auth takes a sign count that goes back', async () => {
  const { passkey } = await signUpWithPasskey(backend);
  await expectAsRecorded(
    await signInWith(backend, passkey, { signCount: 9 }),
    await signInWith(backend, passkey, { signCount: 3 }),
    await signInWith(backend, passkey, { signCount: 0 }),
  );
});

test('Auth registers a passkey of somebody who was not verified', async () => {
  const { session } = await signUpAtAuth(backend);
  await expectAsRecorded(
    await addPasskey(backend, session, makePasskey(), { isVerified: false, crossOrigin: true }),
  );
});

test("nobody signs in to another's account with their own key", async () => {
  const [victim, attacker] = [await signUpWithPasskey(backend), await signUpWithPasskey(backend)];
  const { id, userHandle } = victim.passkey;
  await expectAsRecorded(
    await signInWith(backend, attacker.passkey, { userHandle }),
    await signInWith(backend, attacker.passkey, { id }),
    await signInWith(backend, attacker.passkey, { id, userHandle }),
  );
});

test("a challenge of another's registration is not found, and not used up", async () => {
  const [victim, attacker] = [await signUpAtAuth(backend), await signUpAtAuth(backend)];
  const { challenge_id, options } = await startRegistering(backend, victim.session);
  const body = { challenge_id, credential: register(makePasskey(), options) };
  const verify = ({ session }: typeof victim) => ask('POST /passkeys/registration/verify', { session, body });
  await expectAsRecorded(await verify(attacker), await verify(victim));
});

test('a credential that somebody has is registered for nobody else', async () => {
  const victim = await signUpWithPasskey(backend);
  const { session } = await signUpAtAuth(backend);
  const { challenge_id, options } = await startRegistering(backend, session);
  const copy = makePasskey('ES256', Buffer.from(victim.passkey.id, 'base64url'));
  const body = { challenge_id, credential: register(copy, options) };
  const headers = { 'x-supabase-api-version': '2024-01-01' };
  await expectAsRecorded(
    await addPasskey(backend, session, copy),
    await ask('POST /passkeys/registration/verify', { session, body, headers }),
    await ask('GET /passkeys', { session }),
    await signInWith(backend, victim.passkey),
  );
});

test("nobody renames or removes another's passkey", async () => {
  const [{ id, session: owner }, { session }] = [
    await signUpWithPasskey(backend),
    await signUpAtAuth(backend),
  ];
  const body = { friendly_name: 'Mine' };
  await expectAsRecorded(
    await ask(`PATCH /passkeys/${id}`, { session, body }),
    await ask(`DELETE /passkeys/${id}`, { session }),
    await ask('PATCH /passkeys/nonsense', { session, body }),
    await ask('DELETE /passkeys/nonsense', { session }),
    await ask('GET /passkeys', { session: owner }),
  );
});

test('without a session there is nothing to see or to do', async () => {
  const { id } = await signUpWithPasskey(backend);
  await expectAsRecorded(
    await ask('GET /passkeys'),
    await ask('POST /passkeys/registration/options', { body: {} }),
    await ask('POST /passkeys/registration/verify', { body: {} }),
    await ask(`PATCH /passkeys/${id}`, { body: { friendly_name: 'Mine' } }),
    await ask(`DELETE /passkeys/${id}`),
  );
});

test('a banned account, and one whose e-mail is not confirmed, stay out', async () => {
  const [banned, unconfirmed] = [await signUpWithPasskey(backend), await signUpWithPasskey(backend)];
  const begun = await sessionFrom(await signInWith(backend, banned.passkey));
  const { admin } = connectClient(backend, backend.secretKey).auth;
  await admin.updateUserById(banned.session.user.id, { ban_duration: '1h' });
  await callAsServer(backend, 'test_unconfirm', { of_user: unconfirmed.session.user.id });
  await expectAsRecorded(
    await signInWith(backend, banned.passkey),
    await ask('GET /passkeys', { session: begun }),
    await signInWith(backend, unconfirmed.passkey),
  );
});
