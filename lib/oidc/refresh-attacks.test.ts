import { siteUrl } from 'local-supabase/testing';
import * as client from 'openid-client';
import { type Person, signUpPerson } from '../../supabase/testing/person';
import {
  connectApp,
  consentToCode,
  endGrant,
  invalidGrant,
  makeOlder,
  postAsApp,
  providerOnBackend,
  registerApp,
} from '../testing/app-visitor';

const site = providerOnBackend();
const { backend } = site;
let person: Person;
beforeAll(async () => {
  person = await signUpPerson(backend);
});
afterEach(() => jest.restoreAllMocks());

const isActive = async (token: unknown) =>
  (await client.tokenIntrospection(site.config, String(token))).active;
const refresh = (token: unknown, more: Record<string, string> = {}, by = site.app) =>
  postAsApp(site.server, by, 'token', { grant_type: 'refresh_token', refresh_token: String(token), ...more });

async function signIn() {
  const { back, checks, grantId } = await consentToCode(site, site.app, person);
  const tokens = await client.authorizationCodeGrant(site.config, back, checks);
  return { grantId, access: tokens.access_token, refreshToken: String(tokens.refresh_token) };
}

async function countNotices(): Promise<number> {
  const { data, error } = await person.client
    .from('activity_events')
    .select('kind')
    .eq('kind', 'app_token_reused');
  if (error) throw error;
  return data.length;
}

test('after a lost answer, a refresh token may be repeated for ten seconds, also concurrently', async () => {
  const { refreshToken } = await signIn();
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await makeOlder(backend, refreshToken, '8 seconds');
  const late = await refresh(refreshToken);
  expect(late.status).toBe(200);
  expect(await isActive(late.body.access_token)).toBe(true);
});

test('a later reuse ends all its tokens, and notifies the user', async () => {
  const { access, refreshToken, grantId } = await signIn();
  const other = await signIn();
  const next = await refresh(refreshToken);
  const told = await countNotices();
  await makeOlder(backend, refreshToken, '11 seconds');
  expect(await refresh(refreshToken)).toEqual(invalidGrant);
  for (const token of [access, next.body.access_token, next.body.refresh_token])
    expect(await isActive(token)).toBe(false);
  expect(await refresh(next.body.refresh_token)).toEqual(invalidGrant);
  expect(await countNotices()).toBe(told + 1);
  // The consent and the app's other sign-in remain.
  expect(other.grantId).toBe(grantId);
  expect(await isActive(other.access)).toBe(true);
});

test("a code in the same request doesn't hide a reused refresh token", async () => {
  const { access, refreshToken } = await signIn();
  await refresh(refreshToken);
  await makeOlder(backend, refreshToken, '11 seconds');
  expect(await refresh(refreshToken, { code: 'x' })).toEqual(invalidGrant);
  expect(await isActive(access)).toBe(false);
});

test('it grants no more scopes than the app had', async () => {
  const { refreshToken } = await signIn();
  expect((await refresh(refreshToken, { scope: 'openid email wallets' })).body.error).toBe('invalid_scope');
  const less = await refresh(refreshToken, { scope: 'openid' });
  expect(less.body.scope).toBe('openid');
});

test('it is refused to another app, and stays valid for its own', async () => {
  const { refreshToken } = await signIn();
  expect(await refresh(refreshToken, {}, await registerApp(backend))).toEqual(invalidGrant);
  expect((await refresh(refreshToken)).status).toBe(200);
});

test('the end of the grant ends it and all tokens at once', async () => {
  const { access, refreshToken, grantId } = await signIn();
  await endGrant(backend, person, grantId);
  expect(await isActive(access)).toBe(false);
  expect(await refresh(refreshToken)).toEqual(invalidGrant);
  const shown = await site.server.answer(
    new Request(`${siteUrl}/oauth/userinfo`, { headers: { authorization: `Bearer ${access}` } }),
  );
  expect(shown.status).toBe(401);
});

test('revoking one token ends the others of the same sign-in', async () => {
  const { access, refreshToken } = await signIn();
  const other = await signIn();
  await client.tokenRevocation(site.config, refreshToken);
  expect(await isActive(access)).toBe(false);
  expect(await isActive(other.access)).toBe(true);
});

test('another app can neither introspect nor revoke a token', async () => {
  const { access } = await signIn();
  const stranger = await connectApp(site.server, await registerApp(backend));
  expect(await client.tokenIntrospection(stranger, access)).toEqual({ active: false });
  await client.tokenRevocation(stranger, access);
  expect(await isActive(access)).toBe(true);
});
