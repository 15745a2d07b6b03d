import { siteUrl } from 'local-supabase/testing';
import { give } from '../../supabase/testing/apps/let-apps-in';
import { accepted, callAsServer, type Person, signUpPerson } from '../../supabase/testing/person';
import { attemptLimits } from '../rate-limit/limits';
import {
  callback,
  codeOf,
  connectApp,
  consentToCode,
  errorOf,
  invalidGrant,
  makeOlder,
  openBrowser,
  pendingRequestId,
  postAsApp,
  problem,
  providerOnBackend,
  type RegisteredApp,
  redirectOf,
  registerApp,
  startRequest,
} from '../testing/app-visitor';

const site = providerOnBackend();
const { backend } = site;
let person: Person;
beforeEach(async () => {
  person = await signUpPerson(backend);
});
afterEach(() => jest.restoreAllMocks());

const agree = async (scopes = ['openid'], by = person) =>
  accepted(await give(backend, by, site.app.clientId, [], scopes));
const ask = async (parameters: Record<string, string> = {}) =>
  (await startRequest(site.config, parameters)).address;

describe('a redirect URI', () => {
  test.each([
    ['with a slash more', `${callback}/`],
    ['in other case', 'https://app.example/Callback'],
    ['with a host in other case', 'https://APP.example/callback'],
    ['at another port', 'https://app.example:8443/callback'],
    ['with the port written out', 'https://app.example:443/callback'],
    ['with a user', 'https://ann@app.example/callback'],
    ['with another after a comma', `${callback},https://evil.example/`],
    ['with a query more', `${callback}?a=b`],
    ['with a fragment', `${callback}#a`],
    ['on http', 'http://app.example/callback'],
    ['that is a script', 'javascript:alert(1)'],
    ['that goes up and down again', 'https://app.example/x/../callback'],
  ])('%s never gets a redirect', async (_how, uri) => {
    await agree();
    const led = await openBrowser(site.server, person).visit(await ask({ redirect_uri: uri }));
    expect(led.headers.get('location')).toMatch(problem('app.redirect_unknown'));
  });

  describe('of an app on this device', () => {
    const redirect_uris = ['http://127.0.0.1:4000/callback', 'http://localhost:4000/callback'];
    const visit = async (app: RegisteredApp, uri: string) =>
      openBrowser(site.server, person).visit(
        (await startRequest(await connectApp(site.server, app), { redirect_uri: uri })).address,
      );
    const atAnotherPort = 'http://127.0.0.1:51234/callback';
    const unknown = problem('app.redirect_unknown');

    it('may have any port at a loopback IP, which its code keeps', async () => {
      const native = await registerApp(backend, { is_confidential: false, redirect_uris });
      const config = await connectApp(site.server, native);
      const { back, checks } = await consentToCode({ ...site, config }, native, person, {
        scopes: ['openid'],
        parameters: { redirect_uri: atAnotherPort },
      });
      expect(back.origin + back.pathname).toBe(atAnotherPort);
      const redeem = (redirect_uri: string) =>
        postAsApp(site.server, native, 'token', {
          grant_type: 'authorization_code',
          code: back.searchParams.get('code') ?? '',
          code_verifier: checks.pkceCodeVerifier,
          redirect_uri,
        });
      expect(await redeem('http://127.0.0.1:51235/callback')).toEqual(invalidGrant);
      expect((await redeem(atAnotherPort)).status).toBe(200);
    });

    it.each(['http://localhost:51234/callback', `http://127.0.0.1:${new URL(siteUrl).port}/callback`])(
      'never has the port of localhost or of this site chosen: %s',
      async (uri) => {
        const native = await registerApp(backend, { is_confidential: false, redirect_uris });
        expect((await visit(native, uri)).headers.get('location')).toMatch(unknown);
      },
    );

    it('has the registered port if the app keeps a secret', async () => {
      const server = await registerApp(backend, { redirect_uris });
      expect((await visit(server, atAnotherPort)).headers.get('location')).toMatch(unknown);
      expect(pendingRequestId(await visit(server, 'http://127.0.0.1:4000/callback'))).toBeTruthy();
    });

    it('has the registered port after sign-out', async () => {
      const native = await registerApp(backend, {
        is_confidential: false,
        redirect_uris: ['com.example.gate:/callback'],
        post_logout_redirect_uris: redirect_uris,
        sector: 'com.example.gate',
      });
      const leave = (uri: string) =>
        openBrowser(site.server).visit(
          `/oauth/logout?${new URLSearchParams({ client_id: native.clientId, post_logout_redirect_uri: uri })}`,
        );
      expect((await leave(atAnotherPort)).headers.get('location')).toMatch(problem('app.request_invalid'));
      expect((await leave('http://127.0.0.1:4000/callback')).headers.get('location')).toMatch(/4000/);
    });
  });

  it("on the user's machine requires consent each time, since any program there can answer to it", async () => {
    const redirect_uri = 'http://127.0.0.1:4000/callback';
    const local = await registerApp(backend, { is_confidential: false, redirect_uris: [redirect_uri] });
    accepted(await give(backend, person, local.clientId, [], ['openid']));
    const theirs = await connectApp(site.server, local);
    const { address } = await startRequest(theirs, { redirect_uri, prompt: 'none' });
    expect(errorOf(await openBrowser(site.server, person).visit(address))).toBe('consent_required');
  });

  it("isn't used for an unknown or disabled app", async () => {
    const off = await registerApp(backend);
    const address = (await startRequest(await connectApp(site.server, off))).address;
    await callAsServer(backend, 'disable_oauth_client', { p_client_id: off.clientId, p_is_disabled: true });
    for (const gone of [address, address.replace(off.clientId, 'app_000000000000000000000000')])
      expect((await openBrowser(site.server, person).visit(gone)).headers.get('location')).toMatch(
        problem('app.unknown'),
      );
  });
});

describe('a request', () => {
  const without = async (name: string, parameters: Record<string, string> = {}) => {
    const url = new URL(await ask(parameters));
    url.searchParams.delete(name);
    return url.href;
  };

  it("is redirected to our pages with an empty fragment, which replaces the app's", async () => {
    const asks = (await openBrowser(site.server, person).visit(await ask())).headers.get('location');
    expect(asks).toMatch(/^\/connect\/[\w-]+#$/);
    const refused = await openBrowser(site.server, person).visit(await without('client_id'));
    expect(refused.headers.get('location')).toMatch(/^\/connect\/problem\?.*#$/);
    await agree();
    const back = await openBrowser(site.server, person).visit(await ask());
    expect([codeOf(back), back.headers.get('location')?.includes('#')]).toEqual([expect.any(String), false]);
  });

  test.each(['state', 'nonce'])('with a %s of 10 kB is refused before anything is stored', async (name) => {
    const led = await openBrowser(site.server, person).visit(await ask({ [name]: 'x'.repeat(10_000) }));
    expect(led.headers.get('location')).toMatch(problem('app.request_invalid'));
    const pushed = await postAsApp(site.server, site.app, 'par', {
      response_type: 'code',
      redirect_uri: callback,
      [name]: 'x'.repeat(10_000),
    });
    expect(pushed).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('has 2 kB for its parameters, to the byte, and returns all of them', async () => {
    await agree();
    const bare = new URL(await ask({ state: '' })).searchParams.toString().length;
    const state = 'x'.repeat(2048 - bare);
    const led = await openBrowser(site.server, person).visit(await ask({ state }));
    expect(redirectOf(led).searchParams.get('state')).toBe(state);
    const larger = await openBrowser(site.server, person).visit(await ask({ state: `${state}x` }));
    expect(larger.headers.get('location')).toMatch(problem('app.request_invalid'));
  });

  it.each(['state', 'nonce', 'client_id'])('with a NUL in %s is refused', async (name) => {
    const led = await openBrowser(site.server, person).visit(await ask({ [name]: 'a\u0000b' }));
    expect(led.headers.get('location')).toMatch(problem('app.request_invalid'));
    expect(await postAsApp(site.server, site.app, 'par', { [name]: 'a\u0000b' })).toMatchObject({
      status: 400,
    });
  });

  it('with response_mode=form_post is refused', async () => {
    const led = await openBrowser(site.server, person).visit(await ask({ response_mode: 'form_post' }));
    expect(led.headers.get('location')).toMatch(problem('app.request_invalid'));
  });

  it('for an impossible wallet is refused', async () => {
    const asked = await ask({ scope: 'openid wallets', wallet: '11111111111111111111111111111111' });
    expect(errorOf(await openBrowser(site.server, person).visit(asked))).toBe('invalid_request');
  });

  it('is limited by network and by app, pushed or not', async () => {
    jest.replaceProperty(attemptLimits.oauth_authorize[1], 'attempts', 2 as never);
    jest.replaceProperty(attemptLimits.oauth_par[0], 'attempts', 1 as never);
    const flooded = await registerApp(backend);
    const theirs = await connectApp(site.server, flooded);
    const { address } = await startRequest(theirs);
    const browser = openBrowser(site.server, person);
    pendingRequestId(await browser.visit(address));
    pendingRequestId(await browser.visit(address));
    expect((await browser.visit(address)).headers.get('location')).toMatch(problem('auth.too_many_attempts'));
    const push = () =>
      postAsApp(site.server, flooded, 'par', Object.fromEntries(new URL(address).searchParams));
    expect((await push()).status).toBe(201);
    expect(await push()).toEqual({ status: 429, body: { error: 'temporarily_unavailable' } });
  });

  it('expires after ten minutes', async () => {
    const browser = openBrowser(site.server, person);
    const id = pendingRequestId(await browser.visit(await ask()));
    expect(await site.server.findInteraction(id)).not.toBeNull();
    await makeOlder(backend, id, '10 minutes');
    expect(await site.server.findInteraction(id)).toBeNull();
    expect((await browser.visit(`/oauth/authorize/${id}`)).headers.get('location')).toMatch(
      problem('app.request_expired'),
    );
  });

  it('that was pushed works once, and only for its app', async () => {
    await agree();
    const url = new URL(await ask());
    const pushed = await postAsApp(site.server, site.app, 'par', Object.fromEntries(url.searchParams));
    const go = (clientId = site.app.clientId) =>
      openBrowser(site.server, person).visit(
        `/oauth/authorize?${new URLSearchParams({ client_id: clientId, request_uri: String(pushed.body.request_uri) })}`,
      );
    const other = await registerApp(backend);
    expect(codeOf(await go(other.clientId))).toMatch(/^app\./);
    expect(redirectOf(await go()).origin).toBe('https://app.example');
    expect((await go()).headers.get('location')).toMatch(problem('app.request_expired'));
  });
});
