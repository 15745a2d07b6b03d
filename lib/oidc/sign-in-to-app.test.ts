import { siteUrl } from 'local-supabase/testing';
import * as client from 'openid-client';
import { give } from '../../supabase/testing/apps/let-apps-in';
import {
  accepted,
  callAsServer,
  type Person,
  proveNewWallet,
  signUpPerson,
} from '../../supabase/testing/person';
import {
  connectApp,
  consentToCode,
  openBrowser,
  pendingRequestId,
  problem,
  providerOnBackend,
  type RegisteredApp,
  redirectOf,
  registerApp,
  startRequest,
} from '../testing/app-visitor';
import { noteCalls } from '../testing/backend-calls';
import { passTime } from '../testing/pass-time';

const site = providerOnBackend();
const { backend } = site;
let person: Person;
beforeAll(async () => {
  person = await signUpPerson(backend);
});

test("an app that knows only the site's address signs a user in", async () => {
  const app = await registerApp(backend);
  const config = await connectApp(site.server, app);
  const { address, checks } = await startRequest(config, { scope: 'openid email offline_access' });
  const browser = openBrowser(site.server, person);
  const id = pendingRequestId(await browser.visit(address));
  const asked = await site.server.findInteraction(id);
  expect(asked).toMatchObject({
    step: 'consent',
    scopes: ['openid', 'email', 'offline_access'],
    missingScopes: ['openid', 'email', 'offline_access'],
    destination: 'app.example',
  });
  const given = await give(backend, person, app.clientId, [], ['openid', 'email', 'offline_access']);
  const viewer = { id: person.bound.p_user_id, sessionId: person.bound.p_session_id, aal: 'aal1' } as never;
  const next = await site.server.finishConsent(id, viewer, String(given.data));
  const back = redirectOf(await browser.visit(next));
  expect(back.origin + back.pathname).toBe('https://app.example/callback');
  const tokens = await client.authorizationCodeGrant(config, back, checks);
  expect(tokens.claims()).toMatchObject({ aud: app.clientId, acr: 'urn:countersign:1fa', amr: ['pwd'] });
  expect(tokens.scope?.split(' ').sort()).toEqual(['email', 'offline_access', 'openid']);
  const sub = String(tokens.claims()?.sub);
  expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toEqual({
    sub,
    email: person.email,
    email_verified: true,
  });
  const again = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  expect(again.refresh_token).not.toBe(tokens.refresh_token);
  expect(await client.tokenIntrospection(config, again.access_token)).toMatchObject({ active: true, sub });
  await client.tokenRevocation(config, again.access_token);
  expect(await client.tokenIntrospection(config, again.access_token)).toEqual({ active: false });
});

test("userinfo has the URL of the user's page once it is shared", async () => {
  const { walletId } = await proveNewWallet(backend, person);
  const call = <Data>(name: string, more: object = {}) =>
    callAsServer<Data>(backend, name, { ...person.bound, ...more });
  await call('publish_wallet', { p_wallet_id: walletId, p_is_public: true, p_device: null });
  await call('list_wallet', { p_wallet_id: walletId, p_is_listed: true, p_device: null });
  const { id } = accepted(await call<{ id: string }>('describe_public_page'));
  const agreed = { scopes: ['openid', 'wallets'], walletIds: [walletId] };
  const { back, checks } = await consentToCode(site, site.app, person, agreed);
  const { access_token: token } = await client.authorizationCodeGrant(site.config, back, checks);
  const read = () => client.fetchUserInfo(site.config, token, client.skipSubjectCheck);
  expect(await read()).not.toHaveProperty('page');
  accepted(await give(backend, person, site.app.clientId, [walletId], agreed.scopes, id));
  expect(await read()).toMatchObject({ page: `${siteUrl}/people/${id}` });
});

/** Names of the database calls. */
async function countCalls(run: () => Promise<unknown>): Promise<string[]> {
  const { calls, end } = noteCalls();
  await run();
  end();
  return calls.map((call) => call.replace('POST /rest/v1/rpc/', ''));
}

test('each request makes one database call, and another if it changes something', async () => {
  const app = await registerApp(backend);
  const config = await connectApp(site.server, app);
  const { back, checks } = await consentToCode({ ...site, config }, app, person);
  let tokens: client.TokenEndpointResponse | undefined;
  expect(
    await countCalls(async () => {
      tokens = await client.authorizationCodeGrant(config, back, checks);
    }),
  ).toEqual(['begin_oauth_request', 'commit_oauth_request']);
  const access = String(tokens?.access_token);
  expect(await countCalls(() => client.tokenIntrospection(config, access))).toEqual(['begin_oauth_request']);
  expect(await countCalls(() => client.fetchUserInfo(config, access, client.skipSubjectCheck))).toEqual([
    'begin_oauth_request',
  ]);
  expect(await countCalls(() => client.refreshTokenGrant(config, String(tokens?.refresh_token)))).toEqual([
    'begin_oauth_request',
    'commit_oauth_request',
  ]);
});

describe('signing out at an app', () => {
  const returnTo = 'https://app.example/signed-out';

  async function ask(browserOf?: Person) {
    const app = await registerApp(backend, { post_logout_redirect_uris: [returnTo] });
    const config = await connectApp(site.server, app);
    const { back, checks } = await consentToCode({ ...site, config }, app, person);
    const { id_token } = await client.authorizationCodeGrant(config, back, checks);
    const leave = (more: Record<string, string>) =>
      openBrowser(site.server, browserOf).visit(
        client.buildEndSessionUrl(config, { id_token_hint: String(id_token), state: 'abc', ...more }).href,
      );
    return { leave };
  }

  it('asks on our page, at an address valid for this session only', async () => {
    const { leave } = await ask(person);
    const led = redirectOf(await leave({ post_logout_redirect_uri: returnTo }));
    expect(led.pathname).toBe('/connect/sign-out');
    const request = led.searchParams.get('request');
    const { readSignOutRequest } = await import('./sign-out-request');
    expect(readSignOutRequest(request, person.bound.p_session_id)).toEqual({
      clientName: 'Gate',
      returnTo: `${returnTo}?state=abc`,
      isReviewed: true,
    });
    expect(readSignOutRequest(request, 'another')).toBeNull();
    expect(readSignOutRequest(`${request}x`, person.bound.p_session_id)).toBeNull();
    expect(readSignOutRequest(null, person.bound.p_session_id)).toBeNull();
    passTime(10 * 60_000 + 1000);
    expect(readSignOutRequest(request, person.bound.p_session_id)).toBeNull();
    jest.useRealTimers();
  });

  it('returns at once while signed out, or shows a page if the app has no address', async () => {
    const { leave } = await ask();
    expect((await leave({ post_logout_redirect_uri: returnTo })).headers.get('location')).toBe(
      `${returnTo}?state=abc`,
    );
    expect((await openBrowser(site.server).visit('/oauth/logout')).headers.get('location')).toBe(
      '/connect/signed-out#',
    );
  });

  it('never redirects to an unregistered address', async () => {
    const { leave } = await ask(person);
    for (const uri of ['https://evil.example/', `${returnTo}/`])
      expect((await leave({ post_logout_redirect_uri: uri })).headers.get('location')).toMatch(
        problem('app.request_invalid'),
      );
  });

  it("isn't triggered by another site's POST", async () => {
    const posted = await openBrowser(site.server, person).visit('/oauth/logout/confirm', {
      method: 'POST',
      body: new URLSearchParams({ logout: 'yes' }),
    });
    expect(posted.status).toBe(404);
  });
});

describe('a script of a page', () => {
  /** The part of a response that a page's script may read. */
  async function askFrom(origin: string, app: RegisteredApp) {
    const asked = { client_id: app.clientId, grant_type: 'authorization_code', code: 'x' };
    const body = new URLSearchParams(asked);
    const init = { method: 'POST', headers: { origin }, body };
    const answered = await site.server.answer(new Request(`${siteUrl}/oauth/token`, init));
    return answered.headers.get('access-control-allow-origin');
  }

  it('of an app without a secret reads tokens only on the origins of its redirect URIs', async () => {
    const page = await registerApp(backend, { is_confidential: false });
    const before = await site.server.answer(
      new Request(`${siteUrl}/oauth/userinfo`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      }),
    );
    expect([before.status, before.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://app.example',
    ]);
    expect(await askFrom('https://app.example', page)).toBe('https://app.example');
    for (const origin of ['https://evil.example', 'http://app.example', 'https://app.example:8443', 'null'])
      expect([origin, await askFrom(origin, page)]).toEqual([origin, null]);
  });

  it("can't read them if the app has a secret, or is installed", async () => {
    expect(await askFrom('https://app.example', await registerApp(backend))).toBeNull();
    const installed = {
      redirect_uris: ['com.example.gate:/cb'],
      is_confidential: false,
      sector: 'com.example.gate',
    };
    expect(await askFrom('null', await registerApp(backend, installed))).toBeNull();
  });
});
