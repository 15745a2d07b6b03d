import type { SupabaseClient } from '@supabase/supabase-js';
import { type PlayedGithub, playGithub } from '../../testing/play-github.ts';
import { connectClient, firstPassword, makeEmail, signUpAtAuth } from '../../testing/sign-in.ts';
import { callbackPage, comeBack, connectBrowser, signInAtGithub } from '../../testing/sign-in-at-provider.ts';
import { type LocalSupabase, startLocalSupabase } from '../../testing/start-local-supabase.ts';

let github: PlayedGithub;
let backend: LocalSupabase;
beforeAll(async () => {
  github = await playGithub();
  backend = await startLocalSupabase({
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0', LOCAL_SUPABASE_GITHUB_URL: github.url },
  });
});
afterAll(() => Promise.all([backend.stop(), github.stop()]));

const addPerson = (email: string) => github.addPerson({ email, verified: true });

async function signInInBrowser(email: string): Promise<SupabaseClient> {
  const browser = connectBrowser(backend);
  const { error } = await browser.auth.signInWithPassword({ email, password: firstPassword });
  if (error) throw error;
  return browser;
}

/** Asks to add GitHub to the account and comes back as the person of `code`. */
async function linkGithub(browser: SupabaseClient, code: string): Promise<URL> {
  const { data, error } = await browser.auth.linkIdentity({
    provider: 'github',
    options: { redirectTo: callbackPage, skipBrowserRedirect: true },
  });
  if (error) throw error;
  return comeBack(backend, new URL(data.url ?? ''), { code });
}

const providersOf = async (browser: SupabaseClient) =>
  (await browser.auth.getUserIdentities()).data?.identities.map((identity) => identity.provider).sort();

test('a provider with another address is added, signs in from then on, and the address stays', async () => {
  const { email, session } = await signUpAtAuth(backend);
  const browser = await signInInBrowser(email);
  const code = addPerson(makeEmail('hub'));
  const target = await linkGithub(browser, code);
  expect((await browser.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')).error).toBeNull();
  expect(await providersOf(browser)).toEqual(['email', 'github']);
  const { user } = await signInAtGithub(backend, code);
  expect([user.id, user.email]).toEqual([session.user.id, email]);
});

test('an identity that is on an account cannot be added again, to none', async () => {
  const code = addPerson(makeEmail('hub'));
  await signInAtGithub(backend, code);
  const { email } = await signUpAtAuth(backend);
  const browser = await signInInBrowser(email);
  const refused = await linkGithub(browser, code);
  expect(refused.searchParams.get('error_code')).toBe('identity_already_exists');
  expect(refused.searchParams.get('error_description')).toBe('Identity is already linked to another user');
  expect(await providersOf(browser)).toEqual(['email']);
});

test('adding needs a session', async () => {
  const answer = await fetch(`${backend.url}/auth/v1/user/identities/authorize?provider=github`, {
    headers: { apikey: backend.publishableKey },
  });
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([403, 'bad_jwt']);
});

test('a way in is removed, but not the last one, and not somebody else’s', async () => {
  const { email } = await signUpAtAuth(backend);
  const { browser } = await signInAtGithub(backend, addPerson(email));
  // In no order, as at Supabase.
  const identities = (await browser.auth.getUserIdentities()).data?.identities ?? [];
  const own = identities.find(({ provider }) => provider === 'email');
  const added = identities.find(({ provider }) => provider === 'github');
  if (!own || !added) throw new Error('Two identities are needed.');
  const stranger = await signUpAtAuth(backend);
  expect((await stranger.client.auth.unlinkIdentity(added)).error).toMatchObject({
    status: 422,
    code: 'single_identity_not_deletable',
  });
  const { user } = await signInAtGithub(backend, addPerson(stranger.email));
  expect(user.identities).toHaveLength(2);
  expect((await stranger.client.auth.unlinkIdentity(added)).error?.code).toBe('identity_not_found');

  expect((await browser.auth.unlinkIdentity(added)).error).toBeNull();
  expect(await providersOf(browser)).toEqual(['email']);
  const { data } = await browser.auth.getUser();
  expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
  expect((await browser.auth.unlinkIdentity(own)).error?.code).toBe('single_identity_not_deletable');
});

test('when the identity with the account’s address goes, the account takes the other one’s', async () => {
  const { email } = await signUpAtAuth(backend);
  const browser = await signInInBrowser(email);
  const other = makeEmail('hub');
  const target = await linkGithub(browser, addPerson(other));
  await browser.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  const identities = (await browser.auth.getUserIdentities()).data?.identities ?? [];
  const own = identities.find((identity) => identity.provider === 'email');
  if (!own) throw new Error('No e-mail identity.');
  expect((await browser.auth.unlinkIdentity(own)).error).toBeNull();
  expect((await browser.auth.getUser()).data.user?.email).toBe(other);
});

test('an address that is taken by a provider’s identity cannot be changed to', async () => {
  const taken = makeEmail('hub');
  const { email } = await signUpAtAuth(backend);
  await linkGithub(await signInInBrowser(email), addPerson(taken));
  const { client } = await signUpAtAuth(backend);
  expect((await client.auth.updateUser({ email: taken })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
});

test('an account made by a provider adds a password, and then signs in with it', async () => {
  const email = makeEmail('hub');
  const { browser } = await signInAtGithub(backend, addPerson(email));
  expect((await browser.auth.updateUser({ password: firstPassword })).error).toBeNull();
  const { error } = await connectClient(backend).auth.signInWithPassword({ email, password: firstPassword });
  expect(error).toBeNull();
});
