import type { SupabaseClient } from '@supabase/supabase-js';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import {
  connectClient,
  firstPassword,
  makeEmail,
  postRefresh,
  signInAtAuth,
  signUpAtAuth,
} from '../../testing/sign-in.ts';
import { siteUrl } from '../../testing/site-url.ts';
import { holdBackend } from '../../testing/start-local-supabase.ts';

const backend = holdBackend(() =>
  shareLocalSupabase('auth', { env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' } }),
);
let admin: SupabaseClient['auth']['admin'];
beforeAll(() => {
  admin = connectClient(backend, backend.secretKey).auth.admin;
});

const noId = '00000000-0000-0000-0000-000000000000';
const unknownId = '00000000-0000-4000-8000-000000000000';

test('nobody but the server may: not a visitor, not a person, not a person through a server', async () => {
  const { session } = await signUpAtAuth(backend);
  const call = async (apikey: string, token?: string) => {
    const headers = new Headers({ apikey });
    if (token) headers.set('authorization', `Bearer ${token}`);
    const answer = await fetch(`${backend.url}/auth/v1/admin/users/${session.user.id}`, { headers });
    return [answer.status, answer.headers.get('x-sb-error-code')];
  };
  expect(await call(backend.publishableKey)).toEqual([403, 'not_admin']);
  expect(await call(backend.publishableKey, session.access_token)).toEqual([403, 'not_admin']);
  expect(await call(backend.secretKey, session.access_token)).toEqual([403, 'not_admin']);
  expect(await call(backend.secretKey)).toEqual([200, null]);
});

test('an account is read by its id; an unknown one is not found', async () => {
  const { session, email } = await signUpAtAuth(backend);
  const { data } = await admin.getUserById(session.user.id);
  expect(data.user).toMatchObject({ email, identities: [{ provider: 'email' }] });
  expect((await admin.getUserById(unknownId)).error).toMatchObject({ status: 404, code: 'user_not_found' });
});

test('accounts are listed by pages, the newest first', async () => {
  const emails = [];
  for (const name of ['one', 'two', 'three']) {
    const { data } = await admin.createUser({ email: makeEmail(name) });
    emails.push(data.user?.email);
  }
  const first = await admin.listUsers({ page: 1, perPage: 2 });
  expect(first.data.users.map((user) => user.email)).toEqual([emails[2], emails[1]]);
  expect(first.data).toMatchObject({ nextPage: 2, aud: 'authenticated' });
  // A list says nothing of the ways in.
  expect(first.data.users.map((user) => user.identities)).toEqual([null, null]);
  const second = await admin.listUsers({ page: 2, perPage: 2 });
  expect(second.data.users[0]?.email).toBe(emails[0]);
});

test('a created account is unconfirmed unless it is said to be, and signs in with the password', async () => {
  const email = makeEmail();
  const { data } = await admin.createUser({
    email,
    password: firstPassword,
    email_confirm: true,
    user_metadata: { full_name: 'Ann' },
    app_metadata: { plan: 'team' },
  });
  expect(data.user).toMatchObject({
    email_confirmed_at: expect.any(String),
    user_metadata: { full_name: 'Ann', email_verified: true },
    app_metadata: { plan: 'team', provider: 'email' },
  });
  await signInAtAuth(backend, email);
  expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' });
  const unconfirmed = await admin.createUser({ email: makeEmail() });
  expect(unconfirmed.data.user?.email_confirmed_at).toBeUndefined();
});

test('a changed password ends every session, a changed address counts at once', async () => {
  const { session, email } = await signUpAtAuth(backend);
  const newEmail = makeEmail('new');
  const { data } = await admin.updateUserById(session.user.id, {
    email: newEmail,
    email_confirm: true,
    password: 'another password',
    user_metadata: { colour: 'green' },
  });
  expect(data.user).toMatchObject({ email: newEmail, user_metadata: { colour: 'green' } });
  expect((await postRefresh(backend, session.refresh_token)).body.error_code).toBe('refresh_token_not_found');
  await signInAtAuth(backend, newEmail, 'another password');
  await expect(signInAtAuth(backend, email)).rejects.toMatchObject({ code: 'invalid_credentials' });
});

test('a changed address stays as it was in what the account says of itself, and in the answer', async () => {
  const { session, email } = await signUpAtAuth(backend);
  const newEmail = makeEmail('new');
  const { data } = await admin.updateUserById(session.user.id, { email: newEmail });
  expect(data.user).toMatchObject({
    email: newEmail,
    user_metadata: { email },
    identities: [{ identity_data: { email } }],
  });
  const after = await admin.getUserById(session.user.id);
  expect(after.data.user).toMatchObject({
    email: newEmail,
    user_metadata: { email },
    identities: [{ identity_data: { email: newEmail, email_verified: false } }],
  });
});

test('an address that is taken, and an id, are a failure of the database', async () => {
  const { session, email } = await signUpAtAuth(backend);
  const other = await signUpAtAuth(backend);
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${backend.url}/auth/v1/admin/users${path}`, {
      method,
      headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return [answer.status, answer.headers.get('x-sb-error-code'), await answer.json()];
  };
  expect(await send('PUT', `/${session.user.id}`, { email: other.email })).toEqual([
    500,
    'unexpected_failure',
    {
      code: '23505',
      message: 'duplicate key value violates unique constraint "users_email_partial_key"',
      detail: `Key (email)=(${other.email}) already exists.`,
    },
  ]);
  expect(await send('POST', '', { id: session.user.id, email: makeEmail() })).toEqual([
    500,
    'unexpected_failure',
    expect.objectContaining({ code: '23505' }),
  ]);
  expect((await admin.getUserById(session.user.id)).data.user?.email).toBe(email);
});

test('a created account may have any password that bcrypt takes, and a changed one none that is short', async () => {
  const { data, error } = await admin.createUser({ email: makeEmail(), password: 'a', email_confirm: true });
  expect(error).toBeNull();
  await signInAtAuth(backend, data.user?.email ?? '', 'a');
  const long = await admin.createUser({ email: makeEmail(), password: 'a'.repeat(73) });
  expect(long.error?.status).toBe(500);
  const changed = await admin.updateUserById(data.user?.id ?? '', { password: 'a' });
  expect(changed.error).toMatchObject({ status: 422, code: 'weak_password' });
});

test('confirming an address tells nothing of its identity, and takes back what was mailed', async () => {
  const email = makeEmail();
  const { data } = await connectClient(backend).auth.signUp({ email, password: firstPassword });
  const { code } = await backend.newestMailTo(email);
  const confirmed = await admin.updateUserById(data.user?.id ?? '', { email_confirm: true });
  expect(confirmed.data.user).toMatchObject({
    email_confirmed_at: expect.any(String),
    user_metadata: { email_verified: true },
    identities: [{ identity_data: { email_verified: false } }],
  });
  const late = await connectClient(backend).auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  expect(late.error?.code).toBe('otp_expired');
});

test('nobody gets the id that stands for none', async () => {
  const { error } = await admin.createUser({ id: noId, email: makeEmail() });
  expect(error).toMatchObject({ status: 400, message: 'ID cannot be a nil uuid' });
});

test('a ban keeps somebody out until it ends', async () => {
  const { session, email, client } = await signUpAtAuth(backend);
  await admin.updateUserById(session.user.id, { ban_duration: '1h30m' });
  expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' });
  await admin.updateUserById(session.user.id, { ban_duration: 'none' });
  await signInAtAuth(backend, email);
  const { error } = await admin.updateUserById(session.user.id, { ban_duration: 'for ever' });
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
});

test('a deleted account is gone with its sessions, identities and codes', async () => {
  const { session, email, client } = await signUpAtAuth(backend);
  await client.auth.updateUser({ email: makeEmail('pending') });
  expect((await admin.deleteUser(session.user.id)).error).toBeNull();
  expect((await admin.getUserById(session.user.id)).error?.code).toBe('user_not_found');
  expect((await postRefresh(backend, session.refresh_token)).body.error_code).toBe('refresh_token_not_found');
  expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_not_found' });
  expect((await signUpAtAuth(backend, email)).session.user.id).not.toBe(session.user.id);
});

describe('links', () => {
  const redirectTo = `${siteUrl}/wallets`;

  test('a magic link is answered, not mailed, and signs in once', async () => {
    const { email, session } = await signUpAtAuth(backend);
    const mailed = await backend.newestMailTo(email);
    const { data } = await admin.generateLink({ type: 'magiclink', email, options: { redirectTo } });
    expect(data.user?.id).toBe(session.user.id);
    expect(data.properties).toMatchObject({
      verification_type: 'magiclink',
      redirect_to: redirectTo,
      email_otp: expect.stringMatching(/^\d{6}$/),
    });
    const link = new URL(data.properties?.action_link ?? '');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: data.properties?.hashed_token,
      type: 'magiclink',
      redirect_to: redirectTo,
    });
    expect((await backend.newestMailTo(email)).id).toBe(mailed.id);
    const use = () =>
      connectClient(backend).auth.verifyOtp({
        token_hash: data.properties?.hashed_token ?? '',
        type: 'magiclink',
      });
    expect((await use()).data.user?.id).toBe(session.user.id);
    expect((await use()).error?.code).toBe('otp_expired');
  });

  test('a magic link for an unknown address is a sign-up', async () => {
    const email = makeEmail();
    const { data } = await admin.generateLink({ type: 'magiclink', email });
    expect(data.properties?.verification_type).toBe('signup');
    const { data: verified } = await connectClient(backend).auth.verifyOtp({
      token_hash: data.properties?.hashed_token ?? '',
      type: 'signup',
    });
    expect(verified.user?.email).toBe(email);
  });

  test('a recovery link works by its code too, and needs an account', async () => {
    const { email } = await signUpAtAuth(backend);
    const { data } = await admin.generateLink({ type: 'recovery', email });
    const client = connectClient(backend);
    const token = data.properties?.email_otp ?? '';
    expect((await client.auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
    const unknown = await admin.generateLink({ type: 'recovery', email: makeEmail() });
    expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  test('sign-up and invitation links are for addresses that nobody has confirmed', async () => {
    const email = makeEmail();
    const signUp = await admin.generateLink({ type: 'signup', email, password: firstPassword });
    expect(signUp.data.user?.email_confirmed_at).toBeUndefined();
    const invite = await admin.generateLink({ type: 'invite', email });
    expect(invite.data.user?.invited_at).toBeTruthy();
    const token_hash = invite.data.properties?.hashed_token ?? '';
    await connectClient(backend).auth.verifyOtp({ token_hash, type: 'invite' });
    await signInAtAuth(backend, email);
    expect((await admin.generateLink({ type: 'invite', email })).error?.code).toBe('email_exists');
  });

  test('the two links of an e-mail change change the address together', async () => {
    const { email } = await signUpAtAuth(backend);
    const newEmail = makeEmail('new');
    const current = await admin.generateLink({ type: 'email_change_current', email, newEmail });
    const next = await admin.generateLink({ type: 'email_change_new', email, newEmail });
    const client = connectClient(backend);
    const type = 'email_change';
    const token_hash = current.data.properties?.hashed_token ?? '';
    expect((await client.auth.verifyOtp({ token_hash, type })).data.session).toBeNull();
    // By its code: the hash that Auth itself names for the new address is good for nothing.
    const token = next.data.properties?.email_otp ?? '';
    expect((await client.auth.verifyOtp({ email: newEmail, token, type })).data.user?.email).toBe(newEmail);
  });

  test('every link needs an address and a known type', async () => {
    const missing = await admin.generateLink({ type: 'magiclink', email: '' });
    expect(missing.error).toMatchObject({ status: 400, code: 'validation_failed' });
    const odd = await admin.generateLink({ type: 'sms' as 'magiclink', email: makeEmail() });
    expect(odd.error?.message).toBe('Invalid email action link type requested: sms');
  });
});
