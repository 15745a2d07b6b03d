import crypto from 'node:crypto';
import { connectClient, signUpAtAuth, siteUrl } from 'local-supabase/testing';
import * as client from 'openid-client';
import {
  asPerson,
  callAsServer,
  type Person,
  recordAsSite,
  signUpPerson,
} from '../../supabase/testing/person';
import { runInRequest } from '../log/log';
import {
  callback,
  consentToCode,
  endGrant,
  invalidGrant,
  makeOlder,
  postAsApp,
  providerOnBackend,
  registerApp,
} from '../testing/app-visitor';
import { beforeCall, breakCall, loseAnswer, noteCalls } from '../testing/backend-calls';
import { passTime } from '../testing/pass-time';

const site = providerOnBackend();
const { backend } = site;
let person: Person;
beforeAll(async () => {
  person = await signUpPerson(backend);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const walk = () => consentToCode(site, site.app, person);
const age = (id: string, interval: string) => makeOlder(backend, id, interval);
const post = (parameters: Record<string, string>, by = site.app) =>
  postAsApp(site.server, by, 'token', parameters);

const redeem = (code: string, verifier: string, by = site.app) =>
  post(
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      ...(verifier && { code_verifier: verifier }),
    },
    by,
  );

async function takeCode() {
  const { back, checks } = await walk();
  return { code: String(back.searchParams.get('code')), verifier: checks.pkceCodeVerifier };
}

const isActive = async (token: unknown) =>
  (await client.tokenIntrospection(site.config, String(token))).active;

test('of fifty concurrent requests with a code one wins, and its tokens stay valid', async () => {
  const { code, verifier } = await takeCode();
  const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(code, verifier)));
  const [won, ...others] = answers.sort((one, other) => one.status - other.status);
  expect(won?.status).toBe(200);
  for (const other of others) expect(other).toEqual(invalidGrant);
  expect(await isActive(won?.body.access_token)).toBe(true);
});

test('a code repeated within two seconds is refused, and its tokens stay valid', async () => {
  const { code, verifier } = await takeCode();
  const first = await redeem(code, verifier);
  await age(code, '1 second');
  expect(await redeem(code, verifier)).toEqual(invalidGrant);
  expect(await isActive(first.body.access_token)).toBe(true);
});

test('a duplicate code that a busy server reads late is refused, and its tokens stay valid', async () => {
  const { code, verifier } = await takeCode();
  const served = Promise.withResolvers<void>();
  const late = runInRequest('late', async () => {
    await served.promise;
    return redeem(code, verifier);
  });
  const first = await redeem(code, verifier);
  // The request arrived five seconds ago, and the code was used three seconds ago.
  await age(code, '3 seconds');
  const clock = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => clock() + 5000);
  served.resolve();
  expect(await late).toEqual(invalidGrant);
  expect(await isActive(first.body.access_token)).toBe(true);
});

test('a code replayed later ends its tokens', async () => {
  const { code, verifier } = await takeCode();
  const first = await redeem(code, verifier);
  await age(code, '3 seconds');
  expect(await redeem(code, verifier)).toEqual(invalidGrant);
  expect(await isActive(first.body.access_token)).toBe(false);
  expect(
    await post({ grant_type: 'refresh_token', refresh_token: String(first.body.refresh_token) }),
  ).toEqual(invalidGrant);
});

test('a used code ends its tokens even after it has expired', async () => {
  const { code, verifier } = await takeCode();
  const first = await redeem(code, verifier);
  await age(code, '5 minutes');
  expect(await redeem(code, verifier)).toEqual(invalidGrant);
  expect(await isActive(first.body.access_token)).toBe(false);
});

test('a code expires after a minute', async () => {
  const { code, verifier } = await takeCode();
  await age(code, '61 seconds');
  expect(await redeem(code, verifier)).toEqual(invalidGrant);
});

test('a code is refused to another app, and stays valid for its own', async () => {
  const { code, verifier } = await takeCode();
  const other = await registerApp(backend);
  expect(await redeem(code, verifier, other)).toEqual(invalidGrant);
  expect((await redeem(code, verifier)).status).toBe(200);
});

test.each([
  ['no verifier', ''],
  ['another verifier', client.randomPKCECodeVerifier()],
])('a code is refused with %s', async (_what, verifier) => {
  const { code } = await takeCode();
  expect((await redeem(code, verifier)).body.error).toBe('invalid_grant');
});

test('a code is refused with a short verifier', async () => {
  const { code } = await takeCode();
  expect((await redeem(code, 'short')).status).toBe(400);
});

test('a code is refused with another redirect URI of the same app', async () => {
  const { code, verifier } = await takeCode();
  expect(
    await post({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: `${callback}/`,
    }),
  ).toEqual(invalidGrant);
});

test('if the process crashes before the commit, no tokens exist, and the code still works', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { code, verifier } = await takeCode();
  const broken = breakCall(/rpc\/commit_oauth_request/);
  expect((await redeem(code, verifier)).status).toBe(503);
  broken.fix();
  expect((await redeem(code, verifier)).status).toBe(200);
  expect(await redeem(code, verifier)).toEqual(invalidGrant);
});

test('if the process crashes between the commit and the answer, the code is used up', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { code, verifier } = await takeCode();
  const lost = loseAnswer(/rpc\/commit_oauth_request/);
  expect((await redeem(code, verifier)).status).toBe(503);
  lost.fix();
  expect(await redeem(code, verifier)).toEqual(invalidGrant);
});

test.each([
  ['ahead', 60_000],
  ['behind', -60_000],
])("a process whose clock is a minute %s redeems another's valid codes only", async (_where, off) => {
  const { code, verifier } = await takeCode();
  const { code: old, verifier: oldVerifier } = await takeCode();
  await age(old, '61 seconds');
  passTime(off);
  const redeemed = await redeem(code, verifier);
  expect(redeemed.status).toBe(200);
  expect(await redeem(old, oldVerifier)).toEqual(invalidGrant);
  jest.useRealTimers();
  expect(await isActive(redeemed.body.access_token)).toBe(true);
});

test('a code of an ended grant is refused', async () => {
  const { back, checks, grantId } = await walk();
  await endGrant(backend, person, grantId);
  expect(await redeem(String(back.searchParams.get('code')), checks.pkceCodeVerifier)).toEqual(invalidGrant);
});

test.each([
  [
    'signed out',
    async ({ bound }: Person) =>
      callAsServer(backend, 'end_session', { ...bound, p_target: bound.p_session_id }),
  ],
  [
    'was signed out at Auth',
    async ({ session }: Person) =>
      connectClient(backend, backend.secretKey).auth.admin.signOut(session.access_token),
  ],
])('a code of a user who %s since is refused, and tokens of a redeemed one stay valid', async (_how, end) => {
  const signedUp = await signUpAtAuth(backend);
  await recordAsSite(backend, signedUp.session, 'code');
  const leaving = asPerson(signedUp);
  const [used, unused] = [
    await consentToCode(site, site.app, leaving),
    await consentToCode(site, site.app, leaving),
  ];
  const tokens = await client.authorizationCodeGrant(site.config, used.back, used.checks);
  expect(tokens.claims()?.amr).toEqual(['otp']);
  await end(leaving);
  expect(await redeem(String(unused.back.searchParams.get('code')), unused.checks.pkceCodeVerifier)).toEqual(
    invalidGrant,
  );
  // Signing out of the site doesn't end apps' tokens.
  expect(await isActive(tokens.access_token)).toBe(true);
  // A replay still ends its tokens.
  const code = String(used.back.searchParams.get('code'));
  await age(code, '3 seconds');
  expect(await redeem(code, used.checks.pkceCodeVerifier)).toEqual(invalidGrant);
  expect(await isActive(tokens.access_token)).toBe(false);
});

test('a code whose user signs out during its redemption is refused', async () => {
  const leaving = await signUpPerson(backend);
  const { back, checks } = await consentToCode(site, site.app, leaving);
  const { bound } = leaving;
  const between = beforeCall(/rpc\/commit_oauth_request/, () =>
    callAsServer(backend, 'end_session', { ...bound, p_target: bound.p_session_id }),
  );
  expect(await redeem(String(back.searchParams.get('code')), checks.pkceCodeVerifier)).toEqual(invalidGrant);
  expect(between.hasCome()).toBe(true);
});

test('deleting an account ends its codes and tokens at once', async () => {
  const gone = await signUpPerson(backend);
  const [first, second] = [
    await consentToCode(site, site.app, gone),
    await consentToCode(site, site.app, gone),
  ];
  const tokens = await client.authorizationCodeGrant(site.config, first.back, first.checks);
  const { admin } = connectClient(backend, backend.secretKey).auth;
  expect((await admin.deleteUser(gone.bound.p_user_id)).error).toBeNull();
  expect(await redeem(String(second.back.searchParams.get('code')), second.checks.pkceCodeVerifier)).toEqual(
    invalidGrant,
  );
  const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
  expect(await post(refresh)).toEqual(invalidGrant);
  expect(await isActive(tokens.access_token)).toBe(false);
  const read = client.fetchUserInfo(site.config, tokens.access_token, client.skipSubjectCheck);
  await expect(read).rejects.toMatchObject({ status: 401 });
});

describe('an app with credentials', () => {
  const ask = async (headers: Record<string, string>, parameters: Record<string, string> = {}) => {
    const answer = await site.server.answer(
      new Request(`${siteUrl}/oauth/introspect`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ token: 'x', ...parameters }),
      }),
    );
    const { date: _, ...shown } = Object.fromEntries(answer.headers);
    return { status: answer.status, shown, body: await answer.text() };
  };
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });

  it('gets the same error for a wrong secret and an unknown app', async () => {
    const wrong = await ask(basic(site.app.clientId, 'wrong'));
    const unknown = await ask(basic('app_000000000000000000000000', 'wrong'));
    expect(wrong).toMatchObject({ status: 401, body: expect.stringContaining('invalid_client') });
    expect(unknown).toEqual(wrong);
    expect(await ask({}, { client_id: site.app.clientId, client_secret: 'wrong' })).toMatchObject({
      status: 401,
    });
    expect(await ask({}, { client_id: site.app.clientId })).toMatchObject({ status: 401 });
  });

  it('takes as long for a wrong secret as for an unknown app: one query and the same comparisons', async () => {
    const work = async (id: string) => {
      const { calls, end } = noteCalls();
      const comparing = jest.spyOn(crypto, 'timingSafeEqual');
      expect((await ask(basic(id, 'wrong'))).status).toBe(401);
      const compared = comparing.mock.calls.length;
      comparing.mockRestore();
      end();
      return { calls, compared };
    };
    const wrong = await work(site.app.clientId);
    expect(wrong.calls).toHaveLength(1);
    expect(wrong.compared).toBeGreaterThan(1);
    expect(await work('app_000000000000000000000000')).toEqual(wrong);
  });

  it.each(['%', '%zz', '%ff', '%00', ''])('is refused without a failure with %j as its id', async (id) => {
    expect([400, 401]).toContain((await ask(basic(id, 'wrong'))).status);
  });

  it('may encode each part as RFC 6749 2.3.1 says', async () => {
    const encode = (text: string) =>
      text.replace(/[^a-z]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
    expect(await ask(basic(encode(site.app.clientId), encode(String(site.app.secret))))).toMatchObject({
      status: 200,
      body: '{"active":false}',
    });
  });
});
