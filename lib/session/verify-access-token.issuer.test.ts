import type { Session } from '@supabase/supabase-js';
import { type AuthServer, authServerOfEachTest } from '../testing/auth-server';

let auth: AuthServer;
let logged: jest.SpyInstance;
let issuer: typeof import('./verify-access-token');
let refuseUnusableSession: typeof import('./record-session').refuseUnusableSession;

authServerOfEachTest(async (server) => {
  auth = server;
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  issuer = await import('./verify-access-token');
  ({ refuseUnusableSession } = await import('./record-session'));
});

const said = () => logged.mock.calls.flat().join('\n');
const signIn = async (claims: Record<string, unknown>) =>
  refuseUnusableSession({ access_token: await auth.signToken(claims) } as Session);

describe('a project whose tokens have another issuer', () => {
  it.each([
    ['name no issuer', '', 'Set GOTRUE_JWT_ISSUER of the Auth server to that.'],
    ['are from another', 'https://auth.elsewhere.example', 'set SUPABASE_JWT_ISSUER'],
  ])("isn't ready before the first sign-in if they %s", async (_case, name, advice) => {
    auth.answers.discovery = () => ({ status: 200, body: { issuer: name } });
    expect(await issuer.isIssuerExpected()).toBe(false);
    expect(said()).toContain(`${auth.url}/auth/v1 is expected`);
    expect(said()).toContain(advice);
  });

  it.each([
    ['name no issuer', { iss: undefined }, 'they name no issuer'],
    [
      'are from another',
      { iss: 'https://auth.elsewhere.example' },
      'issued by https://auth.elsewhere.example',
    ],
  ])(
    "answers the right password with an error, ends the session and isn't ready from then on, if they %s",
    async (_case, claims, words) => {
      expect(await issuer.isIssuerExpected()).toBe(true);
      expect(await signIn(claims)).toEqual({ ok: false, code: 'backend.tokens_refused' });
      expect(auth.calls).toContain('POST /auth/v1/logout');
      expect(said()).toContain(words);
      expect(await issuer.isIssuerExpected()).toBe(false);
      expect(await signIn({})).toBeNull();
      expect(await issuer.isIssuerExpected()).toBe(true);
    },
  );
});

it("a token refused for another reason doesn't report the issuer", async () => {
  expect(await signIn({ role: 'service_role' })).toEqual({ ok: false, code: 'backend.tokens_refused' });
  expect(said()).toBe('');
});

it('a project with a shared secret and another issuer gets the error at sign-in', async () => {
  auth.answers.keySet = () => ({ status: 200, body: { keys: [] } });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'HS256' })}.${part({ iss: 'https://auth.elsewhere.example' })}.c2ln`;
  expect(await refuseUnusableSession({ access_token: token } as Session)).toMatchObject({ ok: false });
  expect(said()).toContain('issued by https://auth.elsewhere.example');
});

it('Auth is asked with the public key, and is ready while unreachable', async () => {
  let apikey: unknown;
  auth.answers.discovery = (headers) => {
    apikey = headers.apikey;
    return { status: 200, body: { issuer: `${auth.url}/auth/v1` } };
  };
  expect(await issuer.isIssuerExpected()).toBe(true);
  expect(apikey).toBe('sb_publishable_test');
  await auth.stop();
  expect(await issuer.isIssuerExpected()).toBe(true);
});

it('the expected issuer is ready, and so is an Auth that omits it', async () => {
  auth.answers.discovery = () => ({ status: 200, body: { issuer: `${auth.url}/auth/v1` } });
  expect(await issuer.isIssuerExpected()).toBe(true);
  for (const answer of [
    { status: 404, body: {} },
    { status: 200, body: 'a page of a proxy' },
    { status: 500, body: {} },
  ]) {
    auth.answers.discovery = () => answer;
    expect(await issuer.isIssuerExpected()).toBe(true);
  }
  expect(logged).not.toHaveBeenCalled();
});

it("a made-up token can't write into the log of a project with a shared secret", async () => {
  auth.answers.keySet = () => ({ status: 200, body: { keys: [] } });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { verifyAccessToken } = await import('./verify-access-token');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = `${part({ alg: 'HS256' })}.${part({ iss: 'call +1 555 0100', aud: 'authenticated' })}.c2lnbmF0dXJl`;
  expect(await verifyAccessToken(forged)).toEqual({ status: 'refused' });
  expect(said()).not.toContain('555');
});
