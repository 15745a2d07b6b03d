import { answersAsRecorded, type People, type Visitor } from '../../testing/recorded-answers.ts';
import { currentCode, wrongCode } from '../../testing/second-factor.ts';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import { connectClient } from '../../testing/sign-in.ts';

const makeTimePass = `
create function countersign.test_age_challenges(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.mfa_challenges set created_at = created_at - interval '301 seconds'
     where factor_id in (select id from auth.mfa_factors where user_id = of_user) $$;
create function countersign.test_age_factors(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.mfa_factors set created_at = created_at - interval '301 seconds' where user_id = of_user $$;
create function countersign.test_remove_email(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.users set email = null where id = of_user $$;
`;

const { backend, walk } = answersAsRecorded(() =>
  shareLocalSupabase('factors', {
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' },
    extraMigrations: { '20990101000000_test_factors.sql': makeTimePass },
  }),
);

type Factor = { id: string; secret: string };

async function enroll(visitor: Visitor, friendly_name = 'Phone', factor_type = 'totp'): Promise<Factor> {
  const { id, totp } = await visitor.post('/factors', { factor_type, friendly_name });
  return { id, secret: String(Object(totp).secret) };
}

const challenge = async (visitor: Visitor, { id }: Factor) =>
  (await visitor.post(`/factors/${id}/challenge`)).id;
const answer = (visitor: Visitor, { id }: Factor, challenge_id: string, code: string) =>
  visitor.post(`/factors/${id}/verify`, { challenge_id, code });
const prove = async (visitor: Visitor, factor: Factor, code = currentCode(factor.secret)) =>
  answer(visitor, factor, await challenge(visitor, factor), code);

/** A user who has signed up and added an authenticator app. */
async function proven(people: People) {
  const ann = await people.member();
  const factor = await enroll(ann);
  await prove(ann, factor);
  return { ann, factor, id: (await ann.get('/user')).id };
}

async function callAsServer(name: string, of_user: string) {
  const { error } = await connectClient(backend, backend.secretKey).rpc(name, { of_user });
  if (error) throw error;
}

walk(
  'an authenticator raises its session, which stays so, and a new sign-in starts below',
  async (people) => {
    const { ann, factor } = await proven(people);
    await ann.refresh();
    await prove(ann, factor);
    const other = await ann.elsewhere();
    await other.get('/user');
  },
);

walk('a right code ends sessions that gave none and unfinished factors', async (people) => {
  const ann = await people.member();
  const other = await ann.elsewhere();
  await enroll(ann, 'Abandoned');
  const factor = await enroll(ann);
  await prove(ann, factor);
  await other.get('/user');
  const later = await ann.elsewhere();
  await prove(later, factor);
  await ann.get('/user');
});

walk(
  'a wrong code raises nothing, and a challenge is good for one answer and five minutes',
  async (people) => {
    const ann = await people.member();
    const factor = await enroll(ann);
    await prove(ann, factor, wrongCode(factor.secret));
    await ann.refresh();
    const old = await challenge(ann, factor);
    await callAsServer('test_age_challenges', (await ann.get('/user')).id);
    for (let tries = 0; tries < 2; tries++) await answer(ann, factor, old, currentCode(factor.secret));
    const used = await challenge(ann, factor);
    for (let tries = 0; tries < 2; tries++) await answer(ann, factor, used, currentCode(factor.secret));
  },
);

walk('the factor and the challenge of another are refused', async (people) => {
  const [ann, bob] = [await people.member(), await people.member()];
  const [owned, own] = [await enroll(ann), await enroll(bob)];
  await answer(bob, own, await challenge(ann, owned), currentCode(own.secret));
  await challenge(bob, owned);
  await bob.ask(`DELETE /factors/${owned.id}`);
});

walk('a challenge is answered from the address of the network that asked', async (people) => {
  const ann = await people.member();
  const factor = await enroll(ann);
  const from = (address: string) => ({ key: 'secret' as const, headers: { 'sb-forwarded-for': address } });
  const { id: challenge_id } = await ann.post(`/factors/${factor.id}/challenge`, {}, from('192.0.2.1'));
  const body = { challenge_id, code: currentCode(factor.secret) };
  for (const address of ['192.0.2.2', '192.0.2.1'])
    await ann.post(`/factors/${factor.id}/verify`, body, from(address));
});

walk('a second factor of one name, an eleventh, and other kinds are refused', async (people) => {
  const ann = await people.member();
  for (const name of ['Phone', 'Phone', '', '']) await enroll(ann, name);
  for (const kind of ['phone', 'webauthn', 'voice']) await enroll(ann, 'Other', kind);
  const bob = await people.member();
  for (let count = 1; count <= 11; count++) await enroll(bob, `Phone ${count}`);
});

walk('a factor given up before its first challenge is forgotten after five minutes', async (people) => {
  const ann = await people.member();
  await enroll(ann);
  await callAsServer('test_age_factors', (await ann.get('/user')).id);
  await enroll(ann);
  await ann.get('/user');
});

walk('below the second level a session changes nothing that matters', async (people) => {
  const { ann, factor } = await proven(people);
  const stolen = await ann.elsewhere();
  await enroll(stolen, 'Mine');
  await stolen.ask(`DELETE /factors/${factor.id}`);
  await stolen.put({ password: 'a new password' });
  await stolen.put({ email: 'mine@example.test' });
  await ann.put({ password: 'a new password' });
});

walk('removing the last factor takes every session back to the first level', async (people) => {
  const { ann, factor } = await proven(people);
  const other = await ann.elsewhere();
  await prove(other, factor);
  await ann.ask(`DELETE /factors/${factor.id}`);
  for (const one of [ann, other]) await one.refresh();
  const unfinished = await enroll(other);
  await other.ask(`DELETE /factors/${unfinished.id}`);
});

walk('an account without an email cannot add an authenticator', async (people) => {
  const ann = await people.member();
  await callAsServer('test_remove_email', (await ann.get('/user')).id);
  await enroll(ann);
  await ann.get('/user');
});

walk("the secret key lists and removes an account's factors, and nobody else does", async (people) => {
  const { ann, factor, id } = await proven(people);
  const path = `/admin/users/${id}/factors`;
  const stranger = (await (await people.member()).get('/user')).id;
  await people.visitor().get(path);
  for (const key of ['publishable', 'secret'] as const) await ann.get(path, { key });
  await people.server.get(path);
  await people.server.ask(`DELETE /admin/users/${stranger}/factors/${factor.id}`);
  await people.server.ask(`DELETE ${path}/${factor.id}`);
  await people.server.get(path);
  await ann.refresh();
});
