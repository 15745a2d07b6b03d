import { enrol } from '../../testing/second-factor.ts';
import { connectClient, firstPassword, makeEmail, postAuth, signUpAtAuth } from '../../testing/sign-in.ts';
import { type LocalSupabase, startLocalSupabase } from '../../testing/start-local-supabase.ts';

let backend: LocalSupabase;
let closed: LocalSupabase;
beforeAll(async () => {
  const env = { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' };
  [backend, closed] = await Promise.all([
    startLocalSupabase({ env: { ...env, LOCAL_SUPABASE_RATE_FACTORS: '15' } }),
    startLocalSupabase({ env: { ...env, LOCAL_SUPABASE_SIGN_UP: '0' } }),
  ]);
});
afterAll(() => Promise.all([backend.stop(), closed.stop()]));

async function read(answer: Response) {
  return [answer.status, answer.headers.get('x-sb-error-code')];
}

async function putUser(body: unknown, authorization?: string) {
  return read(
    await fetch(`${backend.url}/auth/v1/user`, {
      method: 'PUT',
      headers: {
        apikey: backend.publishableKey,
        'content-type': 'application/json',
        ...(authorization && { authorization }),
      },
      body: JSON.stringify(body),
    }),
  );
}

test('a person can change neither what only an admin may, nor to an empty password or a phone', async () => {
  const { session } = await signUpAtAuth(backend);
  const bearer = `Bearer ${session.access_token}`;
  expect(await putUser({ app_metadata: { role: 'admin' } }, bearer)).toEqual([403, 'not_admin']);
  expect(await putUser({ password: '' }, bearer)).toEqual([422, 'weak_password']);
  expect(await putUser({ phone: '15551234567' }, bearer)).toEqual([500, 'unexpected_failure']);
  expect(await putUser({ data: { note: 'a\u0000b' } }, bearer)).toEqual([500, 'unexpected_failure']);
});

test('nobody is anybody with a key alone', async () => {
  expect(await putUser({ data: {} })).toEqual([403, 'bad_jwt']);
  expect(await read(await postAuth(backend, '/admin/users', {}))).toEqual([403, 'not_admin']);
});

test.each(['', 'short', 'ABCDEFGHIJKL', 'AAAA'.repeat(13)])(
  'no Auth has written the refresh token %p',
  async (token) => {
    const answer = await postAuth(backend, '/token?grant_type=refresh_token', { refresh_token: token });
    expect(await read(answer)).toEqual([400, 'validation_failed']);
  },
);

test('a project that takes no sign-ups says so to whoever asks for a code without an account', async () => {
  const email = makeEmail();
  expect(await read(await postAuth(closed, '/otp', { email }))).toEqual([422, 'signup_disabled']);
  const existing = { email, create_user: false };
  expect(await read(await postAuth(closed, '/otp', existing))).toEqual([422, 'otp_disabled']);
});

test.each([
  [{ code_challenge: 'a'.repeat(43) }],
  [{ code_challenge_method: 's256' }],
  [{ code_challenge: 'short', code_challenge_method: 's256' }],
  [{ code_challenge: 'ü'.repeat(43), code_challenge_method: 's256' }],
])('a PKCE challenge is whole or refused: %p', async (challenge) => {
  const { email } = await signUpAtAuth(backend);
  const answer = await postAuth(backend, '/otp', { email, ...challenge });
  expect(await read(answer)).toEqual([400, 'validation_failed']);
});

test('an admin can make no account, and no link, for what is no address', async () => {
  const admin = connectClient(backend, backend.secretKey).auth.admin;
  for (const email of ['ü@example.test', 'two words@example.test', 'at@@example.test']) {
    const created = await admin.createUser({ email, email_confirm: true });
    expect([email, created.error?.code]).toEqual([email, 'validation_failed']);
    const linked = await admin.generateLink({ type: 'magiclink', email });
    expect([email, linked.error?.code]).toEqual([email, 'validation_failed']);
  }
});

test('an admin link makes an account with the metadata it was given, and nothing besides', async () => {
  const admin = connectClient(backend, backend.secretKey).auth.admin;
  const data = { note: 'kept' };
  const made = await admin.generateLink({
    type: 'signup',
    email: makeEmail(),
    password: firstPassword,
    options: { data },
  });
  expect(made.data.user?.user_metadata).toEqual(data);
});

test('codes of authenticators are limited for each address of the network, and so are their challenges', async () => {
  const { client, session } = await signUpAtAuth(backend);
  const { factorId } = await enrol(client);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const statuses = [];
  // 30 at once, whatever the limit; the machine may take long enough for one more.
  for (let tries = 0; tries < 40; tries += 1) {
    statuses.push((await postAuth(backend, `/factors/${factorId}/challenge`, {}, headers)).status);
  }
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
  expect(statuses).toContain(429);
});
