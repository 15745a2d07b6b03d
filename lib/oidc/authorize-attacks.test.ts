import type * as client from 'openid-client';
import { give } from '../../supabase/apps-testing/let-apps-in';
import { enrol, prove } from '../../supabase/local/testing/second-factor';
import { signInAgain } from '../../supabase/local/testing/sign-in';
import type { LocalSupabase } from '../../supabase/local/testing/start-local-supabase';
import { shareBackend } from '../../supabase/testing/share-backend';
import {
  accepted,
  asPerson,
  callAsServer,
  type Person,
  signUpPerson,
} from '../../supabase/wallets-testing/prove-without-signing';
import { attemptLimits } from '../rate-limit/limits';
import {
  type Browser,
  callback,
  connectApp,
  ledTo,
  makeOlder,
  openBrowser,
  openProviderDoor,
  type ProviderDoor,
  postAsApp,
  type RegisteredApp,
  registerApp,
  startRequest,
  viewerOf,
  waitingAt,
} from '../testing/app-visitor';
import { pointSiteAt } from '../testing/point-site-at';

jest.mock('next/headers', () => jest.requireActual('../testing/wallet-visitor').fakeHeaders());
jest.mock('next/server', () => ({ after: () => undefined }));
jest.mock('../supabase/fetch', () => jest.requireActual('../testing/patient-fetch'));

let backend: LocalSupabase;
let door: ProviderDoor;
let person: Person;
let app: RegisteredApp;
let config: client.Configuration;
beforeAll(async () => {
  backend = await shareBackend();
  pointSiteAt(backend);
  door = await openProviderDoor();
  app = await registerApp(backend);
  config = await connectApp(door, app);
});
beforeEach(async () => {
  person = await signUpPerson(backend);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => backend.stop());

const agree = async (scopes = ['openid'], by = person) =>
  accepted(await give(backend, by, app.clientId, [], scopes));
const ask = async (parameters: Record<string, string> = {}) =>
  (await startRequest(config, parameters)).address;
const problem = (code: string) => `/connect/problem?code=${code}`;
const errorOf = (response: Response) => ledTo(response).searchParams.get('error');
const codeOf = (response: Response) => ledTo(response).searchParams.get('code');
/** What the step is refused with. */
const refusedWith = (run: Promise<string>) =>
  run.then(
    () => null,
    (error: { code: string }) => error.code,
  );

describe('a redirect address', () => {
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
  ])('%s is never gone to', async (_how, uri) => {
    await agree();
    const led = await openBrowser(door, person).visit(await ask({ redirect_uri: uri }));
    expect(led.headers.get('location')).toBe(problem('app.redirect_unknown'));
  });

  it('of an installed app is taken by its port too', async () => {
    const native = await registerApp(backend, {
      is_confidential: false,
      redirect_uris: ['com.example.gate:/callback', 'http://127.0.0.1:4000/callback'],
      sector: 'com.example.gate',
    });
    const theirs = await connectApp(door, native);
    const go = async (uri: string) =>
      openBrowser(door, person).visit((await startRequest(theirs, { redirect_uri: uri })).address);
    expect(waitingAt(await go('http://127.0.0.1:4000/callback'))).toBeTruthy();
    expect((await go('http://127.0.0.1:4001/callback')).headers.get('location')).toBe(
      problem('app.redirect_unknown'),
    );
  });

  it('of a machine of their own has them asked each time, since any program there can answer to it', async () => {
    const local = await registerApp(backend, {
      is_confidential: false,
      redirect_uris: ['http://127.0.0.1:4000/callback'],
    });
    const theirs = await connectApp(door, local);
    accepted(await give(backend, person, local.clientId, [], ['openid']));
    const go = async (more: Record<string, string> = {}) =>
      openBrowser(door, person).visit(
        (await startRequest(theirs, { redirect_uri: 'http://127.0.0.1:4000/callback', ...more })).address,
      );
    expect(waitingAt(await go())).toBeTruthy();
    expect(errorOf(await go({ prompt: 'none' }))).toBe('consent_required');
  });

  it('is not asked of an unknown app, nor of one that was switched off', async () => {
    const off = await registerApp(backend);
    const address = (await startRequest(await connectApp(door, off))).address;
    await callAsServer(backend, 'disable_oauth_client', { p_client_id: off.clientId, p_is_disabled: true });
    for (const gone of [address, address.replace(off.clientId, 'app_000000000000000000000000')])
      expect((await openBrowser(door, person).visit(gone)).headers.get('location')).toBe(
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

  it('is refused without PKCE, and with the method plain', async () => {
    await agree();
    const bare = new URL(await without('code_challenge'));
    bare.searchParams.delete('code_challenge_method');
    for (const address of [
      bare.href,
      await ask({ code_challenge_method: 'plain' }),
      await without('code_challenge_method'),
    ])
      expect(errorOf(await openBrowser(door, person).visit(address))).toBe('invalid_request');
    expect(errorOf(await openBrowser(door, person).visit(await ask({ code_challenge: 'short' })))).toBe(
      'invalid_request',
    );
  });

  test.each(['state', 'nonce'])('with a %s of 10 kB is refused before anything is stored', async (name) => {
    const led = await openBrowser(door, person).visit(await ask({ [name]: 'x'.repeat(10_000) }));
    expect(led.headers.get('location')).toBe(problem('app.request_invalid'));
    const pushed = await postAsApp(door, app, 'par', {
      response_type: 'code',
      redirect_uri: callback,
      [name]: 'x'.repeat(10_000),
    });
    expect(pushed).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it.each(['state', 'nonce', 'client_id'])('with a %s that no database keeps is refused', async (name) => {
    const led = await openBrowser(door, person).visit(await ask({ [name]: 'a\u0000b' }));
    expect(led.headers.get('location')).toBe(problem('app.request_invalid'));
    expect(await postAsApp(door, app, 'par', { [name]: 'a\u0000b' })).toMatchObject({ status: 400 });
  });

  it('to be answered by a form that sends itself is refused', async () => {
    const led = await openBrowser(door, person).visit(await ask({ response_mode: 'form_post' }));
    expect(led.headers.get('location')).toBe(problem('app.request_invalid'));
  });

  test.each([
    [{ wallet: 'mine' }],
    [{ wallet: '11111111111111111111111111111111' }],
    [{ wallet: 'any', wallet_chain: 'solana:devnet' }],
    [{ wallet: 'any', wallet_max_age: '-1' }],
    [{ wallet_max_age: '60' }],
    [{ wallet: 'any', scope: 'openid' }],
  ])('for a wallet is refused with %j', async (parameters) => {
    const led = await openBrowser(door, person).visit(await ask({ scope: 'openid wallets', ...parameters }));
    expect(errorOf(led)).toBe('invalid_request');
  });

  it('that floods is refused by network and by app, pushed or not', async () => {
    jest.replaceProperty(attemptLimits.oauth_authorize[1], 'attempts', 2 as never);
    jest.replaceProperty(attemptLimits.oauth_par[0], 'attempts', 1 as never);
    const flooded = await registerApp(backend);
    const theirs = await connectApp(door, flooded);
    const { address } = await startRequest(theirs);
    const browser = openBrowser(door, person);
    waitingAt(await browser.visit(address));
    waitingAt(await browser.visit(address));
    expect((await browser.visit(address)).headers.get('location')).toBe(problem('auth.too_many_attempts'));
    const push = () => postAsApp(door, flooded, 'par', Object.fromEntries(new URL(address).searchParams));
    expect((await push()).status).toBe(201);
    expect(await push()).toEqual({ status: 429, body: { error: 'temporarily_unavailable' } });
  });

  it('that waits is over after ten minutes', async () => {
    const browser = openBrowser(door, person);
    const id = waitingAt(await browser.visit(await ask()));
    expect(await door.findInteraction(id)).not.toBeNull();
    await makeOlder(backend, id, '10 minutes');
    expect(await door.findInteraction(id)).toBeNull();
    expect((await browser.visit(`/oauth/authorize/${id}`)).headers.get('location')).toBe(
      problem('app.request_expired'),
    );
  });

  it('that was pushed is used once, and only by its app', async () => {
    await agree();
    const url = new URL(await ask());
    const pushed = await postAsApp(door, app, 'par', Object.fromEntries(url.searchParams));
    const go = (clientId = app.clientId) =>
      openBrowser(door, person).visit(
        `/oauth/authorize?${new URLSearchParams({ client_id: clientId, request_uri: String(pushed.body.request_uri) })}`,
      );
    const other = await registerApp(backend);
    expect(codeOf(await go(other.clientId))).toMatch(/^app\./);
    expect(ledTo(await go()).origin).toBe('https://app.example');
    expect((await go()).headers.get('location')).toBe(problem('app.request_expired'));
  });
});

describe('prompt=none', () => {
  it('says login_required to everybody who is signed out, whatever was agreed', async () => {
    await agree();
    expect(errorOf(await openBrowser(door).visit(await ask({ prompt: 'none' })))).toBe('login_required');
  });

  it('says consent_required of what was not agreed, alike for a wallet that is there and one that is not', async () => {
    await agree(['openid', 'wallets']);
    const asked: Record<string, string>[] = [
      { scope: 'openid email' },
      { scope: 'openid wallets', wallet: 'new' },
      { scope: 'openid wallets', wallet: 'any' },
      { scope: 'openid wallets', wallet: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q' },
    ];
    for (const parameters of asked)
      expect(
        errorOf(await openBrowser(door, person).visit(await ask({ ...parameters, prompt: 'none' }))),
      ).toBe('consent_required');
  });

  it('answers where all was agreed, and leaves nothing waiting', async () => {
    await agree();
    const led = await openBrowser(door, person).visit(await ask({ prompt: 'none' }));
    expect(codeOf(led)).toEqual(expect.any(String));
    expect(led.headers.getSetCookie()).toEqual([]);
  });

  it('takes a session that has ended for none', async () => {
    await agree();
    const other = asPerson(await signInAgain(backend, person.email));
    await callAsServer(backend, 'end_session', {
      ...other.bound,
      p_ended_session_id: person.bound.p_session_id,
    });
    await callAsServer(backend, 'test_end_here', { p_session_id: person.bound.p_session_id });
    expect(errorOf(await openBrowser(door, person).visit(await ask({ prompt: 'none' })))).toBe(
      'login_required',
    );
  });

  it('takes a session that has not given its second factor for none', async () => {
    await agree();
    const owner = await signInAgain(backend, person.email);
    await prove(owner.client, await enrol(owner.client));
    const half = await signInAgain(backend, person.email);
    expect(errorOf(await openBrowser(door, half).visit(await ask({ prompt: 'none' })))).toBe(
      'login_required',
    );
  });
});

describe('the step of a request', () => {
  async function begin(parameters: Record<string, string> = {}, by: Person | undefined = person) {
    const browser = openBrowser(door, by);
    return { browser, id: waitingAt(await browser.visit(await ask(parameters))) };
  }
  const finish = async (id: string, browser: Browser, grantId: string) =>
    door.finishConsent(id, await viewerOf(browser), grantId);

  it('goes on waiting where its address is opened before it was answered', async () => {
    const { browser, id } = await begin();
    expect((await browser.visit(`/oauth/authorize/${id}`)).headers.get('location')).toBe(`/connect/${id}`);
    expect(await door.findInteraction(id)).not.toBeNull();
  });

  it('is of the browser that began it: nobody goes on with another’s, and signs them in as somebody', async () => {
    const { id } = await begin();
    const grantId = await agree();
    const other = openBrowser(door, person);
    expect(await door.findInteraction(id)).toBeNull();
    expect(await refusedWith(finish(id, other, grantId))).toBe('app.request_expired');
    expect((await other.visit(`/oauth/authorize/${id}`)).headers.get('location')).toBe(
      problem('app.request_expired'),
    );
  });

  it('is not burned by a browser that looks ahead, by a script, by a HEAD, or by Next’s server', async () => {
    const { browser, id } = await begin();
    const next = await finish(id, browser, await agree());
    for (const headers of [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'sec-fetch-mode': 'cors' },
      { rsc: '1' },
      { 'next-router-prefetch': '1' },
      { 'next-action': 'x' },
    ])
      expect((await browser.visit(next, { headers: headers as never })).status).toBe(400);
    expect((await browser.visit(next, { method: 'HEAD' })).status).toBe(405);
    expect(ledTo(await browser.visit(next)).origin).toBe('https://app.example');
  });

  it('is used once, by a second press or the back button too', async () => {
    const { browser, id } = await begin();
    const grantId = await agree();
    const pressed = await Promise.all([1, 2, 3].map(() => refusedWith(finish(id, browser, grantId))));
    expect(pressed.filter((code) => code === null)).toHaveLength(1);
    await browser.visit(`/oauth/authorize/${id}`);
    expect(await door.findInteraction(id)).toBeNull();
    expect(await refusedWith(finish(id, browser, grantId))).toBe('app.request_expired');
    expect((await browser.visit(`/oauth/authorize/${id}`)).headers.get('location')).toBe(
      problem('app.request_expired'),
    );
  });

  it('takes no consent of somebody else, and none by a grant of somebody else or for another app', async () => {
    const { browser, id } = await begin();
    const other = await signUpPerson(backend);
    const theirs = await agree(['openid'], other);
    expect(await refusedWith(finish(id, browser, theirs))).toBe('app.request_expired');
    const elsewhere = await registerApp(backend);
    const forOther = accepted(await give(backend, person, elsewhere.clientId, [], ['openid']));
    expect(await refusedWith(finish(id, browser, forOther))).toBe('app.request_expired');
    const asOther = openBrowser(door, other);
    asOther.jar.set('connect', String(browser.jar.get('connect')));
    expect(await refusedWith(finish(id, asOther, theirs))).toBe('app.request_expired');
  });

  it('goes on as whoever is signed in once another account was chosen, who is asked anew', async () => {
    const { browser, id } = await begin();
    const other = await signUpPerson(backend);
    const asOther = openBrowser(door, other);
    asOther.jar.set('connect', String(browser.jar.get('connect')));
    const next = await door.finishLogin(id, await viewerOf(asOther));
    const again = waitingAt(await asOther.visit(next));
    expect(await door.findInteraction(again)).toMatchObject({
      step: 'consent',
      accountId: other.bound.p_user_id,
    });
  });

  it('gives nobody a code for what another person agreed to before they signed in', async () => {
    const { browser, id } = await begin();
    const next = await finish(id, browser, await agree());
    const other = await signUpPerson(backend);
    const asOther = openBrowser(door, other);
    asOther.jar.set('connect', String(browser.jar.get('connect')));
    const again = waitingAt(await asOther.visit(next));
    expect(await door.findInteraction(again)).toMatchObject({ accountId: other.bound.p_user_id });
  });

  it('refused goes back with access_denied and the state, and to nobody else', async () => {
    const { address, checks } = await startRequest(config);
    const browser = openBrowser(door, person);
    const id = waitingAt(await browser.visit(address));
    const back = ledTo(await browser.visit(await door.denyInteraction(id, null)));
    expect(back.origin + back.pathname).toBe(callback);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('state')).toBe(checks.expectedState);
    expect(back.searchParams.get('iss')).toBe('http://localhost:3000');
  });
});

describe('an app that asks for more than a session', () => {
  async function begin(parameters: Record<string, string>) {
    await agree();
    const browser = openBrowser(door, person);
    return { browser, id: waitingAt(await browser.visit(await ask(parameters))) };
  }
  const stepUp = () => callAsServer(backend, 'record_step_up', { ...person.bound, p_by: 'password' });

  test.each([
    ['prompt=login', { prompt: 'login' }],
    ['max_age=0', { max_age: '0' }],
  ])('%s is met by showing again who one is, and by nothing before that', async (_what, parameters) => {
    const { browser, id } = await begin(parameters as never);
    expect(await door.findInteraction(id)).toMatchObject({ step: 'login', mustSignInAgain: true });
    const viewer = await viewerOf(browser);
    expect(await refusedWith(door.finishLogin(id, viewer))).toBe('auth.recent_auth_required');
    await stepUp();
    expect(await door.findInteraction(id)).toMatchObject({ mustSignInAgain: false });
    const back = await browser.visit(await door.finishLogin(id, viewer));
    expect(codeOf(back)).toEqual(expect.any(String));
  });

  it('max_age lets a sign-in through that is young enough', async () => {
    await agree();
    expect(codeOf(await openBrowser(door, person).visit(await ask({ max_age: '600' })))).toEqual(
      expect.any(String),
    );
  });

  it('a second factor is not given by saying so', async () => {
    const { browser, id } = await begin({ acr_values: 'urn:countersign:2fa' });
    expect(await door.findInteraction(id)).toMatchObject({ step: 'login', mustGiveSecondFactor: true });
    expect(await refusedWith(door.finishLogin(id, await viewerOf(browser)))).toBe(
      'auth.second_factor_required',
    );
    await stepUp();
    expect(await refusedWith(door.finishLogin(id, await viewerOf(browser)))).toBe(
      'auth.second_factor_required',
    );
  });

  it('prompt=select_account and prompt=consent show the page though all was agreed', async () => {
    for (const prompt of ['select_account', 'consent']) {
      const { browser, id } = await begin({ prompt });
      expect(await door.findInteraction(id)).toMatchObject({ step: 'consent', missingScopes: [] });
      const next = await door.finishConsent(id, await viewerOf(browser), await agree());
      expect(codeOf(await browser.visit(next))).toEqual(expect.any(String));
    }
  });
});

test('an app of the team’s own skips the page, but for wallets', async () => {
  const own = await registerApp(backend, { is_first_party: true });
  const theirs = await connectApp(door, own);
  const go = async (scope: string) =>
    openBrowser(door, person).visit((await startRequest(theirs, { scope })).address);
  expect(codeOf(await go('openid email'))).toEqual(expect.any(String));
  expect(waitingAt(await go('openid wallets'))).toBeTruthy();
  const listed = accepted(await callAsServer<object[]>(backend, 'list_oauth_grants', person.bound));
  expect(listed).toMatchObject([
    { client_id: own.clientId, scopes: expect.arrayContaining(['openid', 'email']) },
  ]);
});
