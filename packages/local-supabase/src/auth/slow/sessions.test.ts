import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import {
  connectClient,
  firstPassword,
  postAuth,
  postRefresh,
  type SignedIn,
  signInAtAuth,
  signUpAtAuth,
} from '../../testing/sign-in.ts';
import { holdBackend } from '../../testing/start-local-supabase.ts';

const ageSessions = `
create function countersign.test_age_sessions(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.sessions set created_at = now() - interval '25 hours' where user_id = of_user $$;
create function countersign.test_ban(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.users set banned_until = now() + interval '1 hour' where id = of_user $$;
create function countersign.test_session_addresses(of_user uuid) returns setof text language sql security definer set search_path = '' as
  $$ select host(ip) from auth.sessions where user_id = of_user order by created_at $$;
`;

const backend = holdBackend(() =>
  shareLocalSupabase('sessions', {
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' },
    extraMigrations: { '20990101000000_test_sessions.sql': ageSessions },
  }),
);

async function callAsServer(name: string, userId: string) {
  const { error } = await connectClient(backend, backend.secretKey).rpc(name, { of_user: userId });
  if (error) throw error;
}

/** The API's own answer: supabase-js turns an ended session into an error of its own. */
async function readUserStatus({ session }: Pick<SignedIn, 'session'>) {
  const answer = await fetch(`${backend.url}/auth/v1/user`, {
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${session.access_token}` },
  });
  return [answer.status, answer.headers.get('x-sb-error-code')];
}

test('a refresh gives a new refresh token and keeps the session', async () => {
  const { client, session } = await signUpAtAuth(backend);
  const before = (await client.auth.getClaims()).data?.claims.session_id;
  const { data } = await client.auth.refreshSession();
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  expect((await client.auth.getClaims()).data?.claims.session_id).toBe(before);
});

test('50 refreshes of one token at once all get the same successor', async () => {
  const { session } = await signUpAtAuth(backend);
  // Auth lets one at a time in, and tells anyone who has waited five seconds for the others to ask again.
  const refresh = async (): ReturnType<typeof postRefresh> => {
    const answer = await postRefresh(backend, session.refresh_token);
    return answer.status === 409 ? refresh() : answer;
  };
  const answers = await Promise.all(Array.from({ length: 50 }, refresh));
  expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200));
  expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1);
});

test('a token whose successor is active gives that successor again', async () => {
  const { session } = await signUpAtAuth(backend);
  const first = await postRefresh(backend, session.refresh_token);
  const again = await postRefresh(backend, session.refresh_token);
  expect(again.body.refresh_token).toBe(first.body.refresh_token);
});

test('within the reuse interval even a token two rotations old works', async () => {
  const { session } = await signUpAtAuth(backend);
  const first = await postRefresh(backend, session.refresh_token);
  await postRefresh(backend, String(first.body.refresh_token));
  expect((await postRefresh(backend, session.refresh_token)).status).toBe(200);
});

test('an unknown refresh token is not found', async () => {
  const answer = await postRefresh(backend, 'abcdefghijkl');
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } });
});

test('a banned account can neither refresh, sign in nor read itself', async () => {
  const { client, email, session } = await signUpAtAuth(backend);
  await callAsServer('test_ban', session.user.id);
  expect((await postRefresh(backend, session.refresh_token)).body.error_code).toBe('user_banned');
  await expect(signInAtAuth(backend, email)).rejects.toMatchObject({ code: 'user_banned' });
  expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' });
});

test('a password change ends the other sessions and keeps this one', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const other = await signInAtAuth(backend, email);
  expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull();
  expect(await readUserStatus(other)).toEqual([403, 'session_not_found']);
  expect((await postRefresh(backend, other.session.refresh_token)).body.error_code).toBe(
    'refresh_token_not_found',
  );
  expect((await client.auth.refreshSession()).error).toBeNull();
});

test('a password change ends recovery links that are under way', async () => {
  const { client, email } = await signUpAtAuth(backend);
  await client.auth.resetPasswordForEmail(email);
  const { code } = await backend.newestMailTo(email);
  await client.auth.updateUser({ password: 'a new password' });
  const { error } = await connectClient(backend).auth.verifyOtp({
    email,
    token: code ?? '',
    type: 'recovery',
  });
  expect(error?.code).toBe('otp_expired');
});

test('the same password is refused', async () => {
  const { client, email } = await signUpAtAuth(backend);
  await client.auth.updateUser({ password: 'a new password' });
  const { error } = await client.auth.updateUser({ password: 'a new password' });
  expect(error).toMatchObject({ status: 422, code: 'same_password' });
  await signInAtAuth(backend, email, 'a new password');
});

test('a session older than a day changes the password only with a mailed code', async () => {
  const { client, email, session } = await signUpAtAuth(backend);
  await callAsServer('test_age_sessions', session.user.id);
  const without = await client.auth.updateUser({ password: 'a new password' });
  expect(without.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const wrong = await client.auth.updateUser({ password: 'a new password', nonce: 'abcdef' });
  expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
  const nonce = (await backend.newestMailTo(email)).code ?? '';
  expect((await client.auth.updateUser({ password: 'a new password', nonce })).error).toBeNull();
});

test('signing out here leaves the other sessions', async () => {
  const { client, email, session } = await signUpAtAuth(backend);
  const other = await signInAtAuth(backend, email);
  await client.auth.signOut({ scope: 'local' });
  expect(await readUserStatus({ session })).toEqual([403, 'session_not_found']);
  expect((await other.client.auth.getUser()).error).toBeNull();
});

test('signing out the others leaves this session', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const other = await signInAtAuth(backend, email);
  await client.auth.signOut({ scope: 'others' });
  expect((await client.auth.getUser()).error).toBeNull();
  expect(await readUserStatus(other)).toEqual([403, 'session_not_found']);
});

test('signing out everywhere leaves nothing of one account and everything of another', async () => {
  const { client, email, session } = await signUpAtAuth(backend);
  const other = await signInAtAuth(backend, email);
  const stranger = await signUpAtAuth(backend);
  await client.auth.signOut({ scope: 'global' });
  expect((await postRefresh(backend, session.refresh_token)).body.error_code).toBe('refresh_token_not_found');
  expect(await readUserStatus(other)).toEqual([403, 'session_not_found']);
  expect((await stranger.client.auth.getUser()).error).toBeNull();
});

test('an unknown sign-out scope ends nothing', async () => {
  const { client, session } = await signUpAtAuth(backend);
  const answer = await postAuth(
    backend,
    '/logout?scope=all',
    {},
    { authorization: `Bearer ${session.access_token}` },
  );
  expect(answer.status).toBe(400);
  expect((await client.auth.getUser()).error).toBeNull();
});

test('user data is merged, null removes, and __proto__ stays a plain key', async () => {
  const { client, session } = await signUpAtAuth(backend);
  await client.auth.updateUser({ data: { name: 'Ann', colour: 'green' } });
  const { data } = await client.auth.updateUser({ data: { colour: null } });
  expect(data.user?.user_metadata).toMatchObject({ name: 'Ann' });
  expect(data.user?.user_metadata).not.toHaveProperty('colour');
  const answer = await fetch(`${backend.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${session.access_token}` },
    body: '{"data":{"__proto__":{"role":"service_role"}}}',
  });
  expect(answer.status).toBe(200);
});

test.each([
  ['no token', {}, 403, 'bad_jwt'],
  ['a garbage token', { authorization: 'Bearer garbage' }, 403, 'bad_jwt'],
])('the account is not shown to %s', async (_, headers, status, code) => {
  const answer = await fetch(`${backend.url}/auth/v1/user`, {
    headers: { apikey: backend.publishableKey, ...headers },
  });
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
});

test('only the server can say which address the person has', async () => {
  const { email, session } = await signUpAtAuth(backend);
  expect(session.user.factors).toBeUndefined();
  const body = { email, password: firstPassword };
  const server = connectClient(backend, backend.secretKey);
  const forwarded = { 'sb-forwarded-for': '192.0.2.7' };
  await postAuth(backend, '/token?grant_type=password', body, forwarded);
  await postAuth(backend, '/token?grant_type=password', body, { ...forwarded, apikey: backend.secretKey });
  const { data } = await server.rpc('test_session_addresses', { of_user: session.user.id });
  expect(data).toEqual(['127.0.0.1', '127.0.0.1', '192.0.2.7']);
});
