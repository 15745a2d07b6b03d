import { createHash } from 'node:crypto';
import { followMailedLink } from '../../testing/follow-mailed-link.ts';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import {
  connectClient,
  firstPassword,
  makeEmail,
  postAuth,
  signInAtAuth,
  signUpAtAuth,
} from '../../testing/sign-in.ts';
import { siteHost, siteUrl } from '../../testing/site-url.ts';
import { holdBackend } from '../../testing/start-local-supabase.ts';

const backend = holdBackend(() =>
  shareLocalSupabase('auth', { env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' } }),
);

async function newestHashTo(email: string): Promise<string> {
  return new URL((await backend.newestMailTo(email)).link ?? '').searchParams.get('token_hash') ?? '';
}

const followLink = (tokenHash: string, type: string, redirectTo: string) =>
  followMailedLink(backend, { tokenHash, type, redirectTo });

test('a mailed code signs in', async () => {
  const { email } = await signUpAtAuth(backend);
  const client = connectClient(backend);
  expect((await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull();
  const { code, subject } = await backend.newestMailTo(email);
  expect(subject).toBe('Your one-time code');
  const { data } = await client.auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  expect(data.user?.email).toBe(email);
});

test('a code for an unknown address is refused when no account may be made', async () => {
  const { error } = await connectClient(backend).auth.signInWithOtp({
    email: makeEmail(),
    options: { shouldCreateUser: false },
  });
  expect(error).toMatchObject({ status: 422, code: 'otp_disabled' });
});

test('a code for an unknown address makes an unconfirmed account when one may be made', async () => {
  const email = makeEmail();
  expect((await connectClient(backend).auth.signInWithOtp({ email })).error).toBeNull();
  expect((await backend.newestMailTo(email)).subject).toBe('Confirm your email');
});

test('a wrong code is refused and the right one still works', async () => {
  const { email } = await signUpAtAuth(backend);
  const client = connectClient(backend);
  await client.auth.signInWithOtp({ email });
  const { code } = await backend.newestMailTo(email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const refused = await client.auth.verifyOtp({ email, token: wrong, type: 'email' });
  expect(refused.error).toMatchObject({ status: 403, code: 'otp_expired' });
  expect((await client.auth.verifyOtp({ email, token: code ?? '', type: 'email' })).error).toBeNull();
});

test('recovery mails a link that continues to the new password, and nothing to an unknown address', async () => {
  const { email } = await signUpAtAuth(backend);
  const client = connectClient(backend);
  expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
  const link = new URL((await backend.newestMailTo(email)).link ?? '');
  expect(link.searchParams.get('type')).toBe('recovery');
  expect(link.searchParams.get('next')).toBe('/reset-password/new');
  const verified = await client.auth.verifyOtp({ token_hash: await newestHashTo(email), type: 'recovery' });
  expect(verified.error).toBeNull();
  expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull();
  await signInAtAuth(backend, email, 'a new password');

  const unknown = makeEmail();
  expect((await client.auth.resetPasswordForEmail(unknown)).error).toBeNull();
  await expect(backend.newestMailTo(unknown)).rejects.toThrow('No mail');
});

test('a recovery link used as an e-mail confirmation of type email works, as at Supabase', async () => {
  const { email } = await signUpAtAuth(backend);
  const client = connectClient(backend);
  await client.auth.resetPasswordForEmail(email);
  const { data } = await client.auth.verifyOtp({ token_hash: await newestHashTo(email), type: 'email' });
  expect(data.session).not.toBeNull();
});

test('a sign-up link is not a recovery link', async () => {
  const email = makeEmail();
  const client = connectClient(backend);
  await client.auth.signUp({ email, password: firstPassword });
  const { error } = await client.auth.verifyOtp({ token_hash: await newestHashTo(email), type: 'recovery' });
  expect(error?.code).toBe('otp_expired');
});

test('resend mails a new confirmation, and nothing to an unknown or confirmed address', async () => {
  const email = makeEmail();
  const client = connectClient(backend);
  await client.auth.signUp({ email, password: firstPassword });
  const first = await backend.newestMailTo(email);
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
  const second = await backend.newestMailTo(email);
  expect(second.id).not.toBe(first.id);
  await client.auth.verifyOtp({ email, token: second.code ?? '', type: 'email' });
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
  expect((await backend.newestMailTo(email)).id).toBe(second.id);
  expect((await client.auth.resend({ type: 'signup', email: makeEmail() })).error).toBeNull();
});

test('a followed link hands the session back in the fragment', async () => {
  const { email } = await signUpAtAuth(backend);
  await connectClient(backend).auth.signInWithOtp({ email });
  const target = await followLink(await newestHashTo(email), 'magiclink', `${siteUrl}/wallets`);
  expect(target.pathname).toBe('/wallets');
  const { data } = await connectClient(backend).auth.getUser(
    new URLSearchParams(target.hash.slice(1)).get('access_token') ?? '',
  );
  expect(data.user?.email).toBe(email);
});

test.each([
  'https://evil.example/',
  `${siteUrl}.evil.example/`,
  `${siteUrl}@evil.example/`,
  `http://evil@${siteHost}/`,
  '//evil.example',
  'javascript:alert(1)',
])('a link that wants to lead to %s leads to the site', async (redirectTo) => {
  const target = await followLink('unknown', 'magiclink', redirectTo);
  expect(target.origin).toBe(siteUrl);
  expect(target.pathname).toBe('/');
});

test('a used link says so at the site and hands nothing over', async () => {
  const target = await followLink('unknown', 'signup', `${siteUrl}/auth/callback`);
  const fragment = new URLSearchParams(target.hash.slice(1));
  expect(fragment.get('error_code')).toBe('otp_expired');
  expect(fragment.has('access_token')).toBe(false);
});

test('with PKCE a followed link gives a code that only its verifier can trade, once', async () => {
  const { email } = await signUpAtAuth(backend);
  const verifier = 'v'.repeat(56);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  await postAuth(backend, '/otp', { email, code_challenge: challenge, code_challenge_method: 's256' });
  const target = await followLink(await newestHashTo(email), 'magiclink', `${siteUrl}/auth/callback`);
  const authCode = target.searchParams.get('code');
  expect(target.hash).toBe('');
  const trade = (code_verifier: string) =>
    postAuth(backend, '/token?grant_type=pkce', { auth_code: authCode, code_verifier });
  const wrong = await trade('w'.repeat(56));
  expect([wrong.status, wrong.headers.get('x-sb-error-code')]).toEqual([400, 'bad_code_verifier']);
  expect((await trade(verifier)).status).toBe(200);
  const again = await trade(verifier);
  expect([again.status, again.headers.get('x-sb-error-code')]).toEqual([404, 'flow_state_not_found']);
});

test('a PKCE code that no link was followed for is worth nothing', async () => {
  const answer = await postAuth(backend, '/token?grant_type=pkce', {
    auth_code: '00000000-0000-4000-8000-000000000000',
    code_verifier: 'v'.repeat(56),
  });
  expect(answer.status).toBe(404);
});

test('a changed e-mail address needs the yes of both addresses, in either order', async () => {
  for (const order of ['old first', 'new first']) {
    const { client, email } = await signUpAtAuth(backend);
    const newEmail = makeEmail('new');
    expect((await client.auth.updateUser({ email: newEmail })).data.user?.new_email).toBe(newEmail);
    const hashes = [await newestHashTo(email), await newestHashTo(newEmail)];
    const [first, second] = order === 'old first' ? hashes : hashes.toReversed();
    const half = await client.auth.verifyOtp({ token_hash: first ?? '', type: 'email_change' });
    expect(half.data.session).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    const whole = await client.auth.verifyOtp({ token_hash: second ?? '', type: 'email_change' });
    expect(whole.data.user?.email).toBe(newEmail);
  }
});

test('the first yes is answered with what to do next, whether by code or by link', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const newEmail = makeEmail('new');
  const next = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
  await client.auth.updateUser({ email: newEmail });
  const { code } = await backend.newestMailTo(newEmail);
  const byCode = await postAuth(backend, '/verify', { email: newEmail, token: code, type: 'email_change' });
  expect([byCode.status, await byCode.json()]).toEqual([200, { msg: next, code: '200' }]);
  const whole = await followLink(await newestHashTo(email), 'email_change', `${siteUrl}/account`);
  expect(new URLSearchParams(whole.hash.slice(1)).get('type')).toBe('email_change');
  expect((await client.auth.getUser()).data.user).toMatchObject({
    email: newEmail,
    identities: [{ provider: 'email', identity_data: { email: newEmail, email_verified: true } }],
  });

  await client.auth.updateUser({ email });
  const half = await followLink(await newestHashTo(email), 'email_change', `${siteUrl}/account`);
  expect(new URLSearchParams(half.hash.slice(1)).get('message')).toBe(next);
});

test('the code mailed to one address is no yes of the other', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const newEmail = makeEmail('new');
  await client.auth.updateUser({ email: newEmail });
  const { code } = await backend.newestMailTo(newEmail);
  const crossed = await client.auth.verifyOtp({ email, token: code ?? '', type: 'email_change' });
  expect(crossed.error?.code).toBe('otp_expired');
});

test('a sign-in by mail ends a change of address that waits for its yes', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const newEmail = makeEmail('new');
  await client.auth.updateUser({ email: newEmail });
  const tokenHash = await newestHashTo(newEmail);
  await client.auth.signInWithOtp({ email });
  const { code } = await backend.newestMailTo(email);
  await connectClient(backend).auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  const late = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'email_change' });
  expect(late.error?.code).toBe('otp_expired');
});

test('one address cannot confirm a change twice in place of the other', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const newEmail = makeEmail('new');
  await client.auth.updateUser({ email: newEmail });
  const own = await newestHashTo(newEmail);
  await client.auth.verifyOtp({ token_hash: own, type: 'email_change' });
  await client.auth.resend({ type: 'email_change', email });
  const again = await client.auth.verifyOtp({
    token_hash: await newestHashTo(newEmail),
    type: 'email_change',
  });
  expect(again.data.session).toBeNull();
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
});

test('an address that has an account cannot be taken over by a change', async () => {
  const other = await signUpAtAuth(backend);
  const { client } = await signUpAtAuth(backend);
  const { error } = await client.auth.updateUser({ email: other.email });
  expect(error).toMatchObject({ status: 422, code: 'email_exists' });
});
