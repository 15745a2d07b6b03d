import { answersAsRecorded, type People } from '../../testing/recorded-answers.ts';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import { connectClient } from '../../testing/sign-in.ts';

const makeTimePass = `
create function countersign.test_age_sessions(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.sessions set created_at = now() - interval '25 hours' where user_id = of_user $$;
create function countersign.test_ban(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.users set banned_until = now() + interval '1 hour' where id = of_user $$;
create function countersign.test_session_addresses(of_user uuid) returns setof text language sql security definer set search_path = '' as
  $$ select host(ip) from auth.sessions where user_id = of_user order by created_at $$;
`;

const { backend, walk } = answersAsRecorded(() =>
  shareLocalSupabase('sessions', {
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' },
    extraMigrations: { '20990101000000_test_sessions.sql': makeTimePass },
  }),
);

/** A user who has signed up, and their account's ID. */
async function member(people: People) {
  const ann = await people.member();
  return { ann, id: (await ann.get('/user')).id };
}

async function callAsServer(name: string, of_user: string) {
  const { data, error } = await connectClient(backend, backend.secretKey).rpc(name, { of_user });
  if (error) throw error;
  return data;
}

walk('a refresh keeps the session, and a repeated one gives the same successor', async (people) => {
  const ann = await people.member();
  const first = ann.session ?? undefined;
  await ann.refresh();
  await ann.refresh(first);
  await ann.refresh();
  await ann.refresh(first);
});

walk('a refresh token that Auth has not written is refused', async (people) => {
  const ann = people.visitor();
  for (const refresh_token of ['abcdefghijkl', '', 'short', 'ABCDEFGHIJKL', 'AAAA'.repeat(13)])
    await ann.post('/token?grant_type=refresh_token', { refresh_token });
});

walk('a banned account can neither refresh, sign in nor read itself', async (people) => {
  const { ann, id } = await member(people);
  await callAsServer('test_ban', id);
  await ann.refresh();
  await ann.elsewhere();
  await ann.get('/user');
});

walk(
  'a password change ends the other sessions, mailed links, and is none to the same password',
  async (people) => {
    const ann = await people.member();
    const other = await ann.elsewhere();
    await other.post('/recover', ann.address);
    const { hash: token_hash } = await other.readMail();
    await ann.put({ password: 'a new password' });
    await other.get('/user');
    await other.refresh();
    await ann.refresh();
    await people.visitor().post('/verify', { type: 'recovery', token_hash });
    await ann.put({ password: 'a new password' });
  },
);

walk('a session older than a day changes the password with a mailed code alone', async (people) => {
  const { ann, id } = await member(people);
  await callAsServer('test_age_sessions', id);
  await ann.put({ password: 'a new password' });
  await ann.get('/reauthenticate');
  const { code } = await ann.readMail();
  await ann.put({ password: 'a new password', nonce: 'abcdef' });
  await ann.put({ password: 'a new password', nonce: code });
});

for (const scope of ['local', 'others', 'global', 'all'])
  walk(`signing out with the scope ${scope}`, async (people) => {
    const [ann, stranger] = [await people.member(), await people.member()];
    const other = await ann.elsewhere();
    await ann.post(`/logout?scope=${scope}`);
    for (const one of [ann, other, stranger]) await one.get('/user');
    for (const one of [ann, other]) await one.refresh();
  });

walk('an account is shown to its own token', async (people) => {
  const visitor = people.visitor();
  await visitor.get('/user');
  await visitor.get('/user', { headers: { authorization: 'Bearer garbage' } });
});

walk('the secret key alone says which address of the network a session has', async (people) => {
  const { ann, id } = await member(people);
  const headers = { 'sb-forwarded-for': '192.0.2.7' };
  for (const key of ['publishable', 'secret'] as const)
    await people.visitor().post('/token?grant_type=password', ann.credentials, { headers, key });
  people.answers.push(await callAsServer('test_session_addresses', id));
});
