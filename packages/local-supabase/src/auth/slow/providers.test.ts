import { type PlayedGithub, playGithub } from '../../testing/play-github.ts';
import { connectClient, firstPassword, makeEmail, signUpAtAuth } from '../../testing/sign-in.ts';
import {
  callbackPage,
  comeBack,
  connectBrowser,
  followOnce,
  goToProvider,
  signInAtGithub,
} from '../../testing/sign-in-at-provider.ts';
import { type EmulatedProvider, startEmulatedProvider } from '../../testing/start-emulated-provider.ts';
import { type LocalSupabase, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const ageFlows = `
create function countersign.age_flows() returns void language sql security definer set search_path = '' as $$
  update auth.flow_state set created_at = now() - interval '6 minutes'
$$;
grant execute on function countersign.age_flows() to service_role;
`;

let github: PlayedGithub;
let google: EmulatedProvider;
let backend: LocalSupabase;
beforeAll(async () => {
  [github, google] = await Promise.all([
    playGithub(),
    startEmulatedProvider('google', {
      users: [{ email: 'sundar@example.test', name: 'Sundar' }],
    }),
  ]);
  backend = await startLocalSupabase({
    env: {
      LOCAL_SUPABASE_MAIL_FREQUENCY: '0',
      LOCAL_SUPABASE_GITHUB_URL: github.url,
      LOCAL_SUPABASE_GOOGLE_URL: google.url,
    },
    extraMigrations: { '20990101000000_age_flows.sql': ageFlows },
  });
});
afterAll(() => Promise.all([backend.stop(), github.stop(), google.stop()]));

const verified = (email: string) => github.addPerson({ email, verified: true });
const unverified = (email: string) => github.addPerson({ email, verified: false });

/** From a browser of its own to GitHub and back with these values. */
const goAndComeBack = async (values: Record<string, string>) =>
  comeBack(backend, await goToProvider(connectBrowser(backend)), values);

test('the settings tell which ways in there are', async () => {
  const headers = { apikey: backend.publishableKey };
  const answer = await fetch(`${backend.url}/auth/v1/settings`, { headers });
  expect(await answer.json()).toMatchObject({
    external: { email: true, phone: false, github: true, google: true },
    disable_signup: false,
    mailer_autoconfirm: false,
  });
});

test('the whole way to GitHub and back makes a confirmed account with its identity', async () => {
  const email = makeEmail('Hub').toUpperCase();
  const browser = connectBrowser(backend);
  const page = await goToProvider(browser);
  expect(page.origin + page.pathname).toBe(`${github.url}/login/oauth/authorize`);
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    client_id: 'local',
    redirect_uri: `${backend.url}/auth/v1/callback`,
    response_type: 'code',
    scope: 'user:email',
  });
  const target = await comeBack(backend, page, { code: verified(email) });
  expect(target.origin + target.pathname).toBe(callbackPage);
  const { data } = await browser.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  expect(data.user).toMatchObject({
    email: email.toLowerCase(),
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'github', providers: ['github'] },
    user_metadata: { email_verified: true, user_name: expect.any(String) },
    identities: [{ provider: 'github', identity_data: { email, email_verified: true } }],
  });
  expect(data.session?.provider_token).toBeTruthy();
  const claims = await browser.auth.getClaims();
  expect(claims.data?.claims.amr).toMatchObject([{ method: 'oauth' }]);
});

test('the whole way to Google and back, played by the emulate package', async () => {
  const browser = connectBrowser(backend);
  const page = await goToProvider(browser, 'google');
  const chosen = await fetch(`${google.url}/o/oauth2/v2/auth/callback`, {
    method: 'POST',
    body: new URLSearchParams({
      ...Object.fromEntries(page.searchParams),
      email: 'sundar@example.test',
    }),
    redirect: 'manual',
  });
  const target = await followOnce(chosen.headers.get('location') ?? '');
  const { data, error } = await browser.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: 'sundar@example.test',
    app_metadata: { provider: 'google' },
    user_metadata: { full_name: 'Sundar' },
  });
});

test('the second time it is the same account', async () => {
  const code = verified(makeEmail());
  const first = await signInAtGithub(backend, code);
  const second = await signInAtGithub(backend, code);
  expect(second.user.id).toBe(first.user.id);
  expect(second.user.identities).toHaveLength(1);
});

test('a verified address that has an account signs in to that account, which keeps its password', async () => {
  const { email, session } = await signUpAtAuth(backend);
  const { user } = await signInAtGithub(backend, verified(email));
  expect(user.id).toBe(session.user.id);
  expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'github'] });
  expect(user.identities?.map((identity) => identity.provider).sort()).toEqual(['email', 'github']);
  const { error } = await connectClient(backend).auth.signInWithPassword({ email, password: firstPassword });
  expect(error).toBeNull();
});

test('a stranger who signed up with the address before loses password and identity', async () => {
  const email = makeEmail();
  const stranger = connectClient(backend);
  const { data } = await stranger.auth.signUp({ email, password: firstPassword });
  const strangersMail = await backend.newestMailTo(email);
  const { user } = await signInAtGithub(backend, verified(email));
  expect(user.id).toBe(data.user?.id);
  expect(user.identities?.map((identity) => identity.provider)).toEqual(['github']);
  expect(user.app_metadata.providers).toEqual(['github']);
  const byPassword = await stranger.auth.signInWithPassword({ email, password: firstPassword });
  const byMail = await stranger.auth.verifyOtp({ email, token: strangersMail.code ?? '', type: 'email' });
  expect([byPassword.error?.code, byMail.error?.code]).toEqual(['invalid_credentials', 'otp_expired']);
});

test('an unverified address is mailed first, and never leads into somebody else’s account', async () => {
  const email = makeEmail();
  const code = unverified(email);
  const refused = await goAndComeBack({ code });
  expect(refused.searchParams.get('code')).toBeNull();
  const refusal = {
    error: 'access_denied',
    error_code: 'provider_email_needs_verification',
    error_description:
      'Unverified email with github. A confirmation email has been sent to your github email',
  };
  expect(Object.fromEntries(refused.searchParams)).toEqual(refusal);
  expect(Object.fromEntries(new URLSearchParams(refused.hash.slice(1)))).toEqual({ ...refusal, sb: '' });
  const mail = await backend.newestMailTo(email);
  const { data: own } = await connectClient(backend).auth.verifyOtp({
    email,
    token: mail.code ?? '',
    type: 'email',
  });
  expect(own.user?.app_metadata.provider).toBe('github');
  expect((await signInAtGithub(backend, code)).user.id).toBe(own.user?.id);

  const owner = await signUpAtAuth(backend);
  const thief = unverified(owner.email);
  const back = await goAndComeBack({ code: thief });
  expect(back.searchParams.get('error_description')).toBe(
    'Unverified email with github. Verify the email with github in order to sign in',
  );
  const { data } = await owner.client.auth.getUser();
  expect(data.user?.identities).toHaveLength(1);
});

test.each([
  ['no e-mail', () => ({ code: github.addPerson() }), 'server_error', 'unexpected_failure'],
  ['a code it does not know', () => ({ code: 'unknown' }), 'server_error', 'unexpected_failure'],
  ['no code', () => ({}), 'invalid_request', 'bad_oauth_callback'],
])('a provider that answers with %s is an error at the app', async (_, values, error, errorCode) => {
  const back = await goAndComeBack(values());
  expect(back.origin + back.pathname).toBe(callbackPage);
  expect([back.searchParams.get('error'), back.searchParams.get('error_code')]).toEqual([error, errorCode]);
});

test('a person who refuses at the provider comes back with its own words', async () => {
  const refusal = { error: 'access_denied', error_description: 'The user has denied access' };
  const back = await goAndComeBack(refusal);
  expect(Object.fromEntries(back.searchParams)).toEqual(refusal);
});

test('a state that is used, too old, not ours or missing is refused at the site', async () => {
  const code = verified(makeEmail());
  const used = await goToProvider(connectBrowser(backend));
  expect((await comeBack(backend, used, { code })).searchParams.get('code')).toBeTruthy();
  const again = await comeBack(backend, used, { code });
  expect([again.pathname, again.searchParams.get('error_code')]).toEqual(['/', 'flow_state_already_used']);

  const old = await goToProvider(connectBrowser(backend));
  await connectClient(backend, backend.secretKey).rpc('age_flows');
  expect((await comeBack(backend, old, { code })).searchParams.get('error_description')).toBe(
    'OAuth state has expired',
  );
  for (const [state, errorCode] of [
    ['', 'bad_oauth_callback'],
    ['nonsense', 'bad_oauth_state'],
    ['00000000-0000-4000-8000-000000000000', 'bad_oauth_state'],
  ] as const) {
    const back = await comeBack(backend, old, { code, state });
    expect(back.searchParams.get('error_code')).toBe(errorCode);
  }
});

test('a code that came back is worth nothing without the verifier of the browser that left', async () => {
  const code = verified(makeEmail());
  const target = await goAndComeBack({ code });
  const otherBrowser = connectBrowser(backend);
  await goToProvider(otherBrowser);
  const { error } = await otherBrowser.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  expect(error?.code).toBe('bad_code_verifier');
});

test('without a challenge the session comes back in the fragment, and never at another site', async () => {
  const email = makeEmail();
  const code = verified(email);
  for (const redirectTo of [callbackPage, 'https://evil.example/']) {
    const start = `${backend.url}/auth/v1/authorize?provider=github&redirect_to=${redirectTo}`;
    const target = await comeBack(backend, await followOnce(start), { code });
    expect(target.origin).toBe('http://localhost:3000');
    const token = new URLSearchParams(target.hash.slice(1)).get('access_token') ?? '';
    expect((await connectClient(backend).auth.getUser(token)).data.user?.email).toBe(email);
  }
});

test('who is asked and where the answer goes is never taken from the request', async () => {
  const start = new URL(`${backend.url}/auth/v1/authorize?provider=github&prompt=consent`);
  for (const name of ['client_id', 'redirect_uri', 'state']) start.searchParams.set(name, 'evil');
  const page = await followOnce(start);
  expect([...page.searchParams.values()]).not.toContain('evil');
  expect(page.searchParams.get('prompt')).toBe('consent');
});

test('a banned account does not get in by a provider', async () => {
  const code = verified(makeEmail());
  const { user } = await signInAtGithub(backend, code);
  const server = connectClient(backend, backend.secretKey);
  await server.auth.admin.updateUserById(user.id, { ban_duration: '1h' });
  const back = await goAndComeBack({ code });
  expect(back.searchParams.get('error_code')).toBe('user_banned');
});

test('a provider that Auth does not know is refused', async () => {
  const answer = await fetch(`${backend.url}/auth/v1/authorize?provider=facebook`, { redirect: 'manual' });
  const msg = 'Unsupported provider: Provider facebook could not be found';
  expect(await answer.json()).toEqual({ code: 400, error_code: 'validation_failed', msg });
});
