import { generateKeyPairSync } from 'node:crypto';
import { answersAsRecorded, type People, type Visitor } from '../../testing/recorded-answers.ts';
import { currentCode } from '../../testing/second-factor.ts';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import { connectClient } from '../../testing/sign-in.ts';
import { siteRpId } from '../../testing/site-url.ts';
import {
  authenticate,
  makePasskey,
  register,
  type SoftAnswer,
  type SoftPasskey,
} from '../../testing/soft-authenticator.ts';

const makeTimePass = `
create function countersign.test_age_passkey_challenges() returns void language sql security definer set search_path = '' as
  $$ update auth.webauthn_challenges set expires_at = now() - interval '1 second' where true $$;
create function countersign.test_unconfirm(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.users set email_confirmed_at = null where id = of_user $$;
create function countersign.test_remove_email(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.users set email = null where id = of_user $$;
`;

const { backend, walk } = answersAsRecorded(() =>
  shareLocalSupabase('passkeys', {
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' },
    extraMigrations: { '20990101000000_test_passkeys.sql': makeTimePass },
  }),
);

async function callAsServer(name: string, given?: { of_user: string }) {
  const { error } = await connectClient(backend, backend.secretKey).rpc(name, given);
  if (error) throw error;
}

/** A challenge of Auth and the `options` to sign it with. */
type Ceremony = { challenge_id: string; options: never };

const beginRegistering = async (ann: Visitor) =>
  (await ann.post('/passkeys/registration/options')) as unknown as Ceremony;
const beginSigningIn = async (ann: Visitor) =>
  (await ann.post('/passkeys/authentication/options')) as unknown as Ceremony;
const finishRegistering = (ann: Visitor, body: unknown) => ann.post('/passkeys/registration/verify', body);
const finishSigningIn = (ann: Visitor, body: unknown) => ann.post('/passkeys/authentication/verify', body);

async function registration(ann: Visitor, passkey: SoftPasskey, changes?: SoftAnswer) {
  const { challenge_id, options } = await beginRegistering(ann);
  return { challenge_id, credential: register(passkey, options, changes) };
}

async function assertion(ann: Visitor, passkey: SoftPasskey, changes?: SoftAnswer) {
  const { challenge_id, options } = await beginSigningIn(ann);
  return { challenge_id, credential: authenticate(passkey, options, changes) };
}

const add = async (ann: Visitor, passkey = makePasskey(), changes?: SoftAnswer) =>
  finishRegistering(ann, await registration(ann, passkey, changes));

/** A new browser that this passkey has signed in. */
async function signInWith(people: People, passkey: SoftPasskey, changes?: SoftAnswer): Promise<Visitor> {
  const visitor = people.visitor();
  await finishSigningIn(visitor, await assertion(visitor, passkey, changes));
  return visitor;
}

/** A user who has signed up and added a passkey. */
async function owner(people: People) {
  const [ann, passkey] = [await people.member(), makePasskey()];
  const { id } = await add(ann, passkey);
  return { ann, passkey, id, userId: (await ann.get('/user')).id };
}

async function addAuthenticator(ann: Visitor) {
  const { id, totp } = await ann.post('/factors', { factor_type: 'totp' });
  const { id: challenge_id } = await ann.post(`/factors/${id}/challenge`);
  const code = currentCode(String(Object(totp).secret));
  await ann.post(`/factors/${id}/verify`, { challenge_id, code });
}

describe('registering', () => {
  walk('a passkey is registered, listed, used and listed again', async (people) => {
    const { ann, passkey } = await owner(people);
    await ann.get('/passkeys');
    await beginRegistering(ann);
    await signInWith(people, passkey);
    await ann.get('/passkeys');
  });

  walk('an account is named by its email, or by the name it has given', async (people) => {
    const ann = await people.member();
    const { id: of_user } = await ann.put({ data: { name: 'Ada' } });
    await beginRegistering(ann);
    await callAsServer('test_remove_email', { of_user });
    await beginRegistering(ann);
  });

  walk('a passkey is called after its authenticator', async (people) => {
    const ann = await people.member();
    for (const aaguid of [
      'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
      'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4',
      '11111111-2222-3333-4444-555555555555',
    ])
      await add(ann, makePasskey(), { aaguid });
  });

  walk('keys of the other kinds sign in', async (people) => {
    const ann = await people.member();
    for (const algorithm of ['EdDSA', 'RS256'] as const) {
      const passkey = makePasskey(algorithm);
      await add(ann, passkey);
      await signInWith(people, passkey);
    }
  });

  walk('a name has 1 to 120 bytes that the database can keep', async (people) => {
    const { ann, id } = await owner(people);
    for (const friendly_name of [
      'My Mac',
      'é'.repeat(60),
      `${'é'.repeat(60)}x`,
      '',
      null,
      7,
      'a\u0000b',
      '<b>\u202e bold',
    ])
      await ann.ask(`PATCH /passkeys/${id}`, { friendly_name });
    await ann.ask(`PATCH /passkeys/${id}`, '{');
  });

  walk('an eleventh passkey is refused, also where its challenge is older than the tenth', async (people) => {
    const ann = await people.member();
    const early = await registration(ann, makePasskey());
    for (let count = 1; count <= 11; count += 1) await add(ann).catch(() => undefined);
    await finishRegistering(ann, early);
  });

  walk('a credential that somebody has is registered for nobody else', async (people) => {
    const { passkey } = await owner(people);
    const ann = await people.member();
    const copy = makePasskey('ES256', Buffer.from(passkey.id, 'base64url'));
    await add(ann, copy);
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    await ann.post('/passkeys/registration/verify', await registration(ann, copy), { headers });
    await ann.get('/passkeys');
    await signInWith(people, passkey);
  });

  walk('a registration challenge serves its own account, once', async (people) => {
    const [ann, bob] = [await people.member(), await people.member()];
    const body = await registration(ann, makePasskey());
    await finishRegistering(bob, body);
    await finishRegistering(ann, body);
    const spoiled = await registration(ann, makePasskey());
    await finishRegistering(ann, { ...spoiled, credential: null });
    await finishRegistering(ann, spoiled);
  });
});

describe('signing in', () => {
  walk('an assertion is good once, whatever answers its challenge', async (people) => {
    const { passkey } = await owner(people);
    const visitor = people.visitor();
    const body = await assertion(visitor, passkey);
    for (let tries = 0; tries < 2; tries++) await finishSigningIn(visitor, body);
    const spoiled = await assertion(visitor, passkey);
    await finishSigningIn(visitor, { ...spoiled, credential: {} });
    await finishSigningIn(visitor, spoiled);
  });

  walk('of eight answers at once to one challenge, one signs in', async (people) => {
    const { passkey } = await owner(people);
    const visitor = people.visitor();
    const body = await assertion(visitor, passkey);
    await Promise.all(Array.from({ length: 8 }, () => finishSigningIn(visitor, body)));
    const answers = people.answers.splice(-8) as { status: number }[];
    people.answers.push(...answers.toSorted((one, other) => one.status - other.status));
  });

  walk('a challenge is not used up by a request without an answer', async (people) => {
    const { passkey } = await owner(people);
    const visitor = people.visitor();
    const body = await assertion(visitor, passkey);
    for (const given of [
      { challenge_id: body.challenge_id },
      { credential: body.credential },
      { ...body, challenge_id: 'nonsense' },
      { ...body, challenge_id: 7 },
      '{',
      body,
    ])
      await finishSigningIn(visitor, given);
  });

  walk('a challenge is good for five minutes and one ceremony', async (people) => {
    const { ann, passkey } = await owner(people);
    const [signingIn, adding] = [await assertion(ann, passkey), await registration(ann, makePasskey())];
    await callAsServer('test_age_passkey_challenges');
    await finishSigningIn(people.visitor(), signingIn);
    await finishRegistering(ann, adding);
    const [one, other] = [await beginRegistering(ann), await beginSigningIn(ann)];
    const { challenge } = one.options as { challenge: string };
    await finishSigningIn(people.visitor(), {
      challenge_id: one.challenge_id,
      credential: authenticate(passkey, { challenge, rpId: siteRpId }),
    });
    const options = { ...(one.options as object), challenge: Object(other.options).challenge } as never;
    await finishRegistering(ann, {
      challenge_id: other.challenge_id,
      credential: register(makePasskey(), options),
    });
  });

  const lies: SoftAnswer[] = [
    { origin: 'https://localhost.example' },
    { origin: 'http://localhost:1' },
    { rpId: 'localhost.example' },
    { challenge: Buffer.alloc(32).toString('base64url') },
    { isPresent: false },
  ];

  walk('of another site, challenge or ceremony, or without anybody present, is refused', async (people) => {
    const { ann, passkey } = await owner(people);
    for (const changes of [
      ...lies,
      { type: 'webauthn.create' },
      { signedBy: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
      { isBackupEligible: false, isBackedUp: false },
      { id: Buffer.alloc(32).toString('base64url') },
      { userHandle: null },
      { userHandle: Buffer.from('nonsense').toString('base64url') },
    ])
      await signInWith(people, passkey, changes);
    for (const changes of [...lies, { type: 'webauthn.get' }]) await add(ann, makePasskey(), changes);
    await ann.get('/passkeys');
  });

  walk('Auth by itself lets these in: the site refuses them', async (people) => {
    const { ann, passkey } = await owner(people);
    for (const changes of [
      { isVerified: false },
      { crossOrigin: true, topOrigin: 'https://elsewhere.example' },
      { crossOrigin: true },
      { isBackedUp: false },
      { id: 'AAAA', rawId: passkey.id },
      { signCount: 9 },
      { signCount: 3 },
      { signCount: 0 },
    ])
      await signInWith(people, passkey, changes);
    await add(ann, makePasskey(), { isVerified: false, crossOrigin: true });
  });

  walk("nobody signs in to another's account with their own key", async (people) => {
    const [{ passkey: victim }, { passkey: attacker }] = [await owner(people), await owner(people)];
    const { id, userHandle } = victim;
    for (const changes of [{ userHandle }, { id }, { id, userHandle }])
      await signInWith(people, attacker, changes);
  });

  walk('a banned account, and one whose email is not confirmed, stay out', async (people) => {
    const [banned, unconfirmed] = [await owner(people), await owner(people)];
    await people.server.ask(`PUT /admin/users/${banned.userId}`, { ban_duration: '1h' });
    await callAsServer('test_unconfirm', { of_user: unconfirmed.userId });
    for (const { passkey } of [banned, unconfirmed]) await signInWith(people, passkey);
    await banned.ann.get('/passkeys');
  });
});

describe('managing', () => {
  walk('a removed passkey opens nothing, and its sessions go on', async (people) => {
    const { ann, passkey, id } = await owner(people);
    const begun = await signInWith(people, passkey);
    for (const one of [begun, ann]) await one.ask(`DELETE /passkeys/${id}`);
    await begun.refresh();
    await begun.get('/passkeys');
    await signInWith(people, passkey);
  });

  walk("nobody renames or removes another's passkey, and no session sees any", async (people) => {
    const { ann, id } = await owner(people);
    const bob = await people.member();
    for (const one of [bob, people.visitor()])
      for (const passkey of [id, 'nonsense']) {
        await one.ask(`PATCH /passkeys/${passkey}`, { friendly_name: 'Mine' });
        await one.ask(`DELETE /passkeys/${passkey}`);
      }
    await people.visitor().get('/passkeys');
    await beginRegistering(people.visitor());
    await finishRegistering(people.visitor(), {});
    await ann.get('/passkeys');
  });

  walk('below the second level a session lists and renames and no more', async (people) => {
    const { ann, passkey, id } = await owner(people);
    const adding = await registration(ann, makePasskey());
    await addAuthenticator(ann);
    const stolen = await ann.elsewhere();
    await stolen.post('/passkeys/registration/options');
    await finishRegistering(stolen, adding);
    await stolen.ask(`DELETE /passkeys/${id}`);
    await stolen.get('/passkeys');
    await stolen.ask(`PATCH /passkeys/${id}`, { friendly_name: 'Mine' });
    await signInWith(people, passkey);
  });

  walk("the secret key lists and removes an account's passkeys, and nobody else does", async (people) => {
    const { ann, id, userId } = await owner(people);
    const path = `/admin/users/${userId}/passkeys`;
    const stranger = (await (await people.member()).get('/user')).id;
    await ann.get(path);
    await ann.ask(`DELETE ${path}/${id}`);
    const { server } = people;
    await server.get(path);
    for (const [account, passkey] of [
      [stranger, id],
      [userId, 'nonsense'],
      [userId, id],
    ])
      await server.ask(`DELETE /admin/users/${account}/passkeys/${passkey}`);
    await server.get(path);
    await server.get('/admin/users/nonsense/passkeys');
  });

  walk('an account takes its passkeys and challenges with it', async (people) => {
    const { ann, passkey, userId } = await owner(people);
    await beginRegistering(ann);
    await people.server.ask(`DELETE /admin/users/${userId}`);
    await signInWith(people, passkey);
  });
});
