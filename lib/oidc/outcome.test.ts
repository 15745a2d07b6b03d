import { siteUrl } from 'local-supabase/testing';
import * as client from 'openid-client';
import { accepted, callAsServer, type Person, signUpPerson } from '../../supabase/testing/person';
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
  return { signedIn, rows: attempts.map(({ at: _, ...row }) => Object.values(row).join(' ')) };
}
const row = (step: string, code: string, redirectHost: string, hasSecret = false) =>
  [...Object.values({ code, step, hasSecret, redirectHost })].join(' ');
const visit = async (parameters: Record<string, string>, person = dev) =>
  openBrowser(site.server, person).visit((await startRequest(config, parameters)).address);

test('the owner finds a wrong address, scope or secret, a missing wallet, and the sign-in, recorded after the response', async () => {
  await visit({ redirect_uri: 'http://localhost:4000/auth/callback?code=private#x' });
  await visit({ redirect_uri: 'https://app.example\u202e/<script>' });
  await visit({ scope: 'openid walets' });
  await visit({ scope: 'profile', nonce: 'x' });
  await visit({ scope: 'openid wallets', wallet: 'any' });
  expect(
    (await callAsServer(backend, 'list_own_oauth_attempts', { ...dev.bound, p_client_id: app.clientId }))
      .data,
  ).toEqual({ attempts: [], signedIn: 0 });
  const { back, checks } = await consentToCode({ ...site, config }, app, dev, {
    scopes: ['openid', 'wallets'],
  });
  const code = String(back.searchParams.get('code'));
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: callback };
  const wrong = await postAsApp(site.server, { ...app, secret: 'cs_wrong' }, 'token', exchange);
  expect(wrong.body.error).toBe('invalid_client');
  await client.authorizationCodeGrant(config, back, checks);
  await postAsApp(site.server, app, 'token', { ...exchange, code: 'unknown' });
  expect(await readConsole()).toEqual({
    signedIn: 1,
    rows: [
      row('token', 'invalid_grant', 'app.example', true),
      row('token', 'signed_in', 'app.example', true),
      row('token', 'invalid_client', 'app.example'),
      row('authorize', 'no_wallet', 'app.example'),
      row('authorize', 'wallet_missing', 'app.example'),
      row('authorize', 'openid_missing', 'app.example'),
      row('authorize', 'unknown_scope', 'app.example'),
      row('authorize', 'invalid_redirect_uri', 'malformed'),
      row('authorize', 'invalid_redirect_uri', 'localhost:4000'),
    ],
  });
});

test('an unknown scope hides no other cause', async () => {
  await visit({ scope: 'openid walets', response_mode: 'form_post', code_challenge_method: 'plain' });
  expect((await readConsole()).rows).toEqual([row('authorize', 'invalid_request', 'app.example')]);
});

test('a request whose header names the app and whose address names none of its own is not recorded', async () => {
  const { address } = await startRequest(config, { client_id: 'app_000000000000000000000000' });
  const authorization = `Basic ${btoa(`${app.clientId}:x`)}`;
  await site.server.answer(new Request(address, { headers: { authorization } }));
  expect((await readConsole()).rows).toEqual([]);
});

test('a request that fails before its secret is checked never counts as one with it', async () => {
  const twice = `client_id=${app.clientId}&client_secret=${app.secret}&client_secret=${app.secret}`;
  const init = { method: 'POST', body: new URLSearchParams(`${twice}&grant_type=authorization_code&code=x`) };
  const answered = await site.server.answer(new Request(`${siteUrl}/oauth/token`, init));
  expect(answered.status).toBe(400);
  expect((await readConsole()).rows).toEqual([row('token', 'invalid_request', '')]);
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
  expect((await readConsole()).rows).toEqual([row('authorize', 'app_disabled', 'app.example')]);
  // Its secret is right.
  await postAsApp(site.server, app, 'token', {
    grant_type: 'authorization_code',
    code: 'x',
    redirect_uri: callback,
  });
  expect((await readConsole()).rows[0]).toBe(row('token', 'app_disabled', 'app.example'));
});
