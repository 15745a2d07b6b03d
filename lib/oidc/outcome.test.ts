import { siteUrl } from 'local-supabase/testing';
import * as client from 'openid-client';
import { accepted, callAsServer, type Person, signUpPerson } from '../../supabase/testing/person';
import { explainAttempt } from '../apps/attempts';
import { makeClientSecret } from '../apps/client-secret';
import {
  callback,
  connectApp,
  consentToCode,
  openBrowser,
  postAsApp,
  providerOnBackend,
  type RegisteredApp,
  redirectOf,
  startRequest,
} from '../testing/app-visitor';
import { breakCall } from '../testing/backend-calls';
import { readAsked } from './problem';

jest.mock('next/server', () => ({
  ...jest.requireActual('next/server'),
  after: (task: () => Promise<void>) => mockLater.push(task),
}));
const mockLater: (() => Promise<void>)[] = [];

const site = providerOnBackend();
const { backend } = site;
let dev: Person;
let app: RegisteredApp;
let config: client.Configuration;
beforeEach(async () => {
  dev = await signUpPerson(backend);
  const { secret, hash } = makeClientSecret();
  const described = {
    p_client: { name: 'Gate', redirect_uris: [callback] },
    p_secret_hash: hash,
    p_device: null,
  };
  const made = await callAsServer<string>(backend, 'register_own_oauth_client', {
    ...dev.bound,
    ...described,
  });
  app = { clientId: accepted(made), secret };
  config = await connectApp(site.server, app);
  mockLater.length = 0;
});

/** What the app's owner finds once the responses are sent, the newest first. */
async function readConsole() {
  for (const task of mockLater.splice(0)) await task();
  const listed = await callAsServer<{ attempts: Record<string, unknown>[]; signedIn: number }>(
    backend,
    'list_own_oauth_attempts',
    { ...dev.bound, p_client_id: app.clientId },
  );
  const { attempts, signedIn } = accepted(listed);
  return { signedIn, rows: attempts.map(({ lastAt: _, ...row }) => Object.values(row).join(' ')) };
}
/** In the order of the keys in JSON of Postgres. */
const row = (step: string, code: string, { host = '', isOwn = false, attempts = 1 } = {}) =>
  [code, step, isOwn, attempts, host].join(' ');
const own = { host: 'app.example', isOwn: true };
const visit = async (parameters: Record<string, string>, person = dev) =>
  openBrowser(site.server, person).visit((await startRequest(config, parameters)).address);
const post = (path: string, parameters: Record<string, string>) =>
  postAsApp(site.server, app, path, parameters);
const exchange = (code: string, more: object = {}) =>
  post('token', { grant_type: 'authorization_code', code, redirect_uri: callback, ...more });
const wrongly = (more: Record<string, string>) =>
  postAsApp(site.server, { ...app, secret: 'cs_wrong' }, 'token', {
    grant_type: 'authorization_code',
    ...more,
  });

test('the owner finds a wrong address, scope or secret, a missing wallet, and the sign-in, recorded after the response', async () => {
  await visit({ redirect_uri: 'http://localhost:4000/auth/callback?code=private#x' });
  await visit({ redirect_uri: 'https://app.example\u202e/<script>' });
  await visit({ scope: 'openid walets' });
  await visit({ scope: 'profile', nonce: 'x' });
  await visit({ scope: 'openid wallets', wallet: 'any' });
  expect(
    (await callAsServer(backend, 'list_own_oauth_attempts', { ...dev.bound, p_client_id: app.clientId }))
      .data,
  ).toEqual({ attempts: [], signedIn: 0, hasAll: true });
  const { back, checks } = await consentToCode({ ...site, config }, app, dev, {
    scopes: ['openid', 'wallets'],
  });
  const code = String(back.searchParams.get('code'));
  expect((await wrongly({ code, redirect_uri: callback })).body.error).toBe('invalid_client');
  await client.authorizationCodeGrant(config, back, checks);
  await exchange('unknown');
  expect(await readConsole()).toEqual({
    signedIn: 1,
    rows: [
      row('token', 'invalid_grant', own),
      row('token', 'signed_in', own),
      row('token', 'invalid_client', { host: 'app.example' }),
      row('authorize', 'no_wallet', own),
      row('authorize', 'wallet_missing', own),
      row('authorize', 'openid_missing', own),
      row('authorize', 'unknown_scope', own),
      row('authorize', 'invalid_redirect_uri', { host: 'malformed', isOwn: true }),
      row('authorize', 'invalid_redirect_uri', { host: 'localhost:4000', isOwn: true }),
    ],
  });
});

test("an unregistered URI is found when it was pushed or is a sign-out's, and no other cause has a stranger's host", async () => {
  const { back, checks } = await consentToCode({ ...site, config }, app, dev, { scopes: ['openid'] });
  const { id_token: id_token_hint = '' } = await client.authorizationCodeGrant(config, back, checks);
  mockLater.length = 0;
  await post('par', { redirect_uri: 'https://wrong.example/cb', response_type: 'code', scope: 'openid' });
  const out = { id_token_hint, post_logout_redirect_uri: 'https://out.example/' };
  const led = await openBrowser(site.server).visit(`/oauth/logout?${new URLSearchParams(out)}`);
  const asked = { clientId: app.clientId, uri: 'https://out.example/', step: 'logout' };
  expect(readAsked(redirectOf(led).searchParams.get('asked') ?? '')).toMatchObject(asked);
  for (const host of ['a', 'b']) await wrongly({ code: 'x', redirect_uri: `https://${host}.example/` });
  expect((await readConsole()).rows).toEqual([
    row('token', 'invalid_client', { attempts: 2 }),
    row('logout', 'invalid_redirect_uri', { host: 'out.example' }),
    row('par', 'invalid_redirect_uri', { host: 'wrong.example', isOwn: true }),
  ]);
});

test('a code that two requests exchange at once is found as refused; any number of false codes of a visitor are one row', async () => {
  const { back, checks } = await consentToCode({ ...site, config }, app, dev, { scopes: ['openid'] });
  mockLater.length = 0;
  const code = String(back.searchParams.get('code'));
  const both = [1, 2].map(() => exchange(code, { code_verifier: checks.pkceCodeVerifier }));
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 400]);
  for (const garbage of ['a', 'b', 'c']) await exchange(garbage);
  expect((await readConsole()).rows.sort()).toEqual([
    row('token', 'invalid_grant', { ...own, attempts: 4 }),
    row('token', 'signed_in', own),
  ]);
});

test('an unknown scope and another cause are both found', async () => {
  await visit({ scope: 'openid profile wallet', wallet: 'any' });
  await visit({ scope: 'openid walets', response_mode: 'form_post', code_challenge_method: 'plain' });
  await consentToCode({ ...site, config }, app, dev, { scopes: ['openid', 'wallets'] });
  await visit({ scope: 'openid wallets walets' });
  expect((await readConsole()).rows).toEqual([
    row('authorize', 'unknown_scope', { ...own, attempts: 2 }),
    row('authorize', 'no_wallet', { ...own, attempts: 2 }),
    row('authorize', 'unknown_scope'),
    row('authorize', 'invalid_request'),
    row('authorize', 'invalid_request', own),
  ]);
});

test('a request that this site fails to store is no fault of the app', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = breakCall(/rpc\/commit_oauth_request/);
  await visit({ scope: 'openid walets' });
  broken.fix();
  expect(await readConsole()).toEqual({ signedIn: 0, rows: [] });
});

test('each error of the library has words of its own', async () => {
  const uri = 'urn:ietf:params:oauth:request_uri:unknown';
  for (const parameters of [
    { response_type: 'token' },
    { scope: 'openid "' },
    { request: 'x' },
    { request_uri: 'https://app.example/request' },
    { request_uri: uri },
    { registration: '{}' },
    { prompt: 'none', max_age: '0' },
  ] as Record<string, string>[])
    await visit(parameters, await signUpPerson(backend));
  await post('token', { grant_type: 'password' });
  const { rows } = await readConsole();
  // The malformed scope is unknown too.
  expect(rows).toHaveLength(9);
  const words = rows.map((found) => explainAttempt(String(found.split(' ')[1]), String(found.split(' ')[0])));
  expect(words).not.toContain(explainAttempt('token', 'none_such'));
  expect(words).not.toContain(undefined);
});

test('a request whose header names the app and whose address names none of its own is not recorded', async () => {
  const { address } = await startRequest(config, { client_id: 'app_000000000000000000000000' });
  const authorization = `Basic ${btoa(`${app.clientId}:x`)}`;
  await site.server.answer(new Request(address, { headers: { authorization } }));
  expect((await readConsole()).rows).toEqual([]);
});

test('a request that fails before its secret is checked, or that another person sends, never counts as the owner’s', async () => {
  const twice = `client_id=${app.clientId}&client_secret=${app.secret}&client_secret=${app.secret}`;
  const init = { method: 'POST', body: new URLSearchParams(`${twice}&grant_type=authorization_code&code=x`) };
  const answered = await site.server.answer(new Request(`${siteUrl}/oauth/token`, init));
  expect(answered.status).toBe(400);
  await visit({ redirect_uri: 'https://evil.example/' }, await signUpPerson(backend));
  expect((await readConsole()).rows).toEqual([
    row('authorize', 'invalid_redirect_uri', { host: 'evil.example' }),
    row('token', 'invalid_request'),
  ]);
});

test('an unknown and a disabled app get the same answer, and only the owner of the disabled one finds it', async () => {
  await callAsServer(backend, 'disable_oauth_client', { p_client_id: app.clientId, p_is_disabled: true });
  const ask = async (client_id: string) => redirectOf(await visit({ client_id }));
  const [disabled, unknown] = [await ask(app.clientId), await ask('app_000000000000000000000000')];
  const look = ({ pathname, searchParams }: URL) => [
    pathname,
    searchParams.get('code'),
    [...searchParams.keys()],
  ];
  expect(look(disabled)).toEqual(look(unknown));
  expect(disabled.href).toHaveLength(unknown.href.length);
  expect(mockLater).toHaveLength(2);
  expect((await readConsole()).rows).toEqual([row('authorize', 'app_disabled', { isOwn: true })]);
  // Its secret is right.
  await exchange('x');
  expect((await readConsole()).rows[0]).toBe(row('token', 'app_disabled'));
});
