import { createServerClient } from '@supabase/ssr';
import { connectClient, firstPassword, makeEmail, postAuth, signUpAtAuth } from '../../testing/sign-in.ts';
import { holdBackend, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const backend = holdBackend(() =>
  startLocalSupabase({
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0', SITE_URL: 'https://app.example' },
  }),
);

const signUp = (email: string, password = firstPassword) =>
  connectClient(backend).auth.signUp({ email, password });

test('a new account has no session before its e-mail address is confirmed', async () => {
  const email = makeEmail();
  const { data, error } = await signUp(email);
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, role: 'authenticated' });
  expect(data.user?.identities).toHaveLength(1);
  const signIn = await connectClient(backend).auth.signInWithPassword({ email, password: firstPassword });
  expect(signIn.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
});

test('the mailed code confirms the address, once', async () => {
  const email = makeEmail();
  await signUp(email);
  const { code } = await backend.newestMailTo(email);
  const verify = () => connectClient(backend).auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  expect((await verify()).data.user?.email_confirmed_at).toBeTruthy();
  expect((await verify()).error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('the mailed link confirms the address, once, and points at the configured site', async () => {
  const email = makeEmail();
  await signUp(email);
  const link = new URL((await backend.newestMailTo(email)).link ?? '');
  expect(link.origin + link.pathname).toBe('https://app.example/auth/confirm');
  expect(link.searchParams.get('type')).toBe('email');
  const tokenHash = link.searchParams.get('token_hash') ?? '';
  const verify = () => connectClient(backend).auth.verifyOtp({ token_hash: tokenHash, type: 'email' });
  expect((await verify()).data.session).not.toBeNull();
  expect((await verify()).error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('of 20 requests with one link at once exactly one gets a session', async () => {
  const email = makeEmail();
  await signUp(email);
  const tokenHash =
    new URL((await backend.newestMailTo(email)).link ?? '').searchParams.get('token_hash') ?? '';
  const attempts = await Promise.all(
    Array.from({ length: 20 }, () =>
      connectClient(backend).auth.verifyOtp({ token_hash: tokenHash, type: 'email' }),
    ),
  );
  expect(attempts.filter((attempt) => attempt.data.session)).toHaveLength(1);
});

test('the code of one person does not confirm another', async () => {
  const [own, other] = [makeEmail(), makeEmail()];
  await signUp(own);
  await signUp(other);
  const { code } = await backend.newestMailTo(own);
  const verified = await connectClient(backend).auth.verifyOtp({
    email: other,
    token: code ?? '',
    type: 'email',
  });
  expect(verified.error?.code).toBe('otp_expired');
});

test('a known address gets a made-up account, no mail and no hint', async () => {
  const { email, session } = await signUpAtAuth(backend);
  const mailBefore = await backend.newestMailTo(email);
  const { data, error } = await signUp(email, 'some other password');
  expect(error).toBeNull();
  expect(data.user?.identities).toEqual([]);
  expect(data.user?.id).not.toBe(session.user.id);
  expect((await backend.newestMailTo(email)).id).toBe(mailBefore.id);
  const signIn = await connectClient(backend).auth.signInWithPassword({ email, password: firstPassword });
  expect(signIn.error).toBeNull();
});

test('signing up again before confirming mails a new link and ends the old one', async () => {
  const email = makeEmail();
  await signUp(email);
  const old = await backend.newestMailTo(email);
  await signUp(email);
  const fresh = await backend.newestMailTo(email);
  expect(fresh.id).not.toBe(old.id);
  const oldCode = await connectClient(backend).auth.verifyOtp({
    email,
    token: old.code ?? '',
    type: 'email',
  });
  expect(oldCode.error?.code).toBe('otp_expired');
});

test.each([
  ['shorter than 8 characters', '1234567', 422, 'weak_password'],
  ['longer than 72 bytes', 'ü'.repeat(37), 400, 'validation_failed'],
  ['empty', '', 400, 'validation_failed'],
])('refuses a password that is %s', async (_, password, status, code) => {
  const answer = await postAuth(backend, '/signup', { email: makeEmail(), password });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-sb-error-code')).toBe(code);
});

test('a weak password says why', async () => {
  const { error } = await signUp(makeEmail(), '1234567');
  expect(error).toMatchObject({ code: 'weak_password', reasons: ['length'] });
});

test('takes a password of exactly 8 characters and one of exactly 72 bytes', async () => {
  for (const password of ['12345678', 'ü'.repeat(36)]) {
    const email = makeEmail();
    expect((await signUp(email, password)).error).toBeNull();
  }
});

test.each(['', 'no-at-sign', 'two@@example', 'a b@example.test', `${'a'.repeat(250)}@example.test`])(
  'refuses the malformed address %p',
  async (email) => {
    const answer = await postAuth(backend, '/signup', { email, password: firstPassword });
    expect([400, 422]).toContain(answer.status);
  },
);

test.each([
  ['no JSON', '{"email":'],
  ['an array for a string', { email: ['a@example.test'], password: firstPassword }],
])('answers %s with bad_json and not with a failure', async (_, body) => {
  const answer = await postAuth(backend, '/signup', body);
  expect(answer.status).toBe(400);
  expect(answer.headers.get('x-sb-error-code')).toBe('bad_json');
});

test('what a person writes into an address cannot add markup to the mail', async () => {
  const email = `x&lt;'b'@example.test`;
  expect((await postAuth(backend, '/signup', { email, password: firstPassword })).status).toBe(400);
  const allowed = `x&'b'@example.test`;
  expect((await postAuth(backend, '/signup', { email: allowed, password: firstPassword })).status).toBe(200);
  const { html } = await backend.newestMailTo(allowed);
  expect(html).not.toContain(allowed);
});

test('a nul character in the data is more than Postgres takes, and fails', async () => {
  const body = { email: 'nul@example.test', password: firstPassword, data: { name: '\u0000' } };
  expect((await postAuth(backend, '/signup', body)).status).toBe(500);
});

test('errors have a text code with the dated API version, and the old form without', async () => {
  const body = { email: 'nobody@example.test', password: 'wrong password' };
  const dated = await postAuth(backend, '/token?grant_type=password', body, {
    'x-supabase-api-version': '2024-01-01',
  });
  expect(dated.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(await dated.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
  const old = await postAuth(backend, '/token?grant_type=password', body);
  expect(old.headers.get('x-supabase-api-version')).toBeNull();
  expect(old.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  expect(await old.json()).toEqual({
    code: 400,
    error_code: 'invalid_credentials',
    msg: 'Invalid login credentials',
  });
});

test('an unknown address and a wrong password are answered alike', async () => {
  const { email } = await signUpAtAuth(backend);
  const wrong = await postAuth(backend, '/token?grant_type=password', { email, password: 'wrong password' });
  const unknown = await postAuth(backend, '/token?grant_type=password', {
    email: makeEmail(),
    password: 'wrong password',
  });
  expect(await unknown.json()).toEqual(await wrong.json());
  expect(unknown.status).toBe(wrong.status);
});

test('@supabase/ssr signs up with PKCE, confirms by token hash and keeps the session in cookies', async () => {
  const cookies = new Map<string, string>();
  const client = createServerClient(backend.url, backend.publishableKey, {
    cookies: {
      getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
      setAll: (changes) => {
        for (const { name, value } of changes) cookies.set(name, value);
      },
    },
  });
  const email = makeEmail();
  await client.auth.signUp({ email, password: firstPassword });
  const tokenHash =
    new URL((await backend.newestMailTo(email)).link ?? '').searchParams.get('token_hash') ?? '';
  expect(tokenHash).toMatch(/^pkce_/);
  const verified = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'email' });
  expect(verified.error).toBeNull();
  const claims = await client.auth.getClaims();
  expect(claims.data?.claims).toMatchObject({
    iss: `${backend.url}/auth/v1`,
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    email,
    is_anonymous: false,
    amr: [{ method: 'otp', timestamp: expect.any(Number) }],
    session_id: expect.any(String),
  });
  expect(claims.data?.header.alg).toBe('ES256');
  expect([...cookies.keys()].some((name) => /^sb-.+-auth-token/.test(name))).toBe(true);
});

test('the key set shows public keys only and may be cached for 10 minutes', async () => {
  const answer = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
  const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] };
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  expect(keys[0]).not.toHaveProperty('d');
});

test('health and settings answer', async () => {
  expect((await fetch(`${backend.url}/auth/v1/health`)).status).toBe(200);
  const settings = await fetch(`${backend.url}/auth/v1/settings`, {
    headers: { apikey: backend.publishableKey },
  });
  expect(await settings.json()).toMatchObject({ external: { email: true }, mailer_autoconfirm: false });
});
