import { createCountersign, readWalletsOf, type Settings } from 'countersign/server';
import { decodeJwt, importJWK, SignJWT } from 'jose';
import { siteUrl } from 'local-supabase/testing';
import { give } from '../../supabase/testing/apps/let-apps-in';
import { accepted, type Person, proveNewWallet, signUpPerson } from '../../supabase/testing/person';
import {
  type Browser,
  endGrant,
  openBrowser,
  pendingRequestId,
  providerOnBackend,
  type RegisteredApp,
  redirectOf,
  registerApp,
  viewerOf,
} from '../testing/app-visitor';
import { passTime } from '../testing/pass-time';

const origin = 'https://app.example';
const redirectUri = `${origin}/auth/callback`;

const site = providerOnBackend();
const { backend } = site;
let listWallets: (request: Request) => Promise<Response>;
let listWalletsOf: (request: Request, context: { params: Promise<{ sub: string }> }) => Promise<Response>;
let ann: Person;
let gate: RegisteredApp;
beforeAll(async () => {
  listWallets = (await import('../../app/api/v1/wallets/route')).GET;
  listWalletsOf = (await import('../../app/api/v1/accounts/[sub]/wallets/route')).GET;
  ann = await signUpPerson(backend);
  gate = await registerApp(backend, { redirect_uris: [redirectUri] });
});
afterEach(() => jest.useRealTimers());

/** The app's server's requests to the site, by path. */
let asked: string[] = [];

/** An app that uses our package, and the site in this process. */
function openApp({ clientId, secret }: RegisteredApp, more: Settings = {}) {
  asked = [];
  const settings = {
    issuer: siteUrl,
    clientId,
    clientSecret: secret ?? '',
    redirectUri,
    errorPath: '/failed',
    scope: 'openid profile wallets offline_access',
  };
  return createCountersign({
    ...settings,
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      const [, sub] = /^\/api\/v1\/accounts\/(.+)\/wallets$/.exec(pathname) ?? [];
      if (sub !== undefined) return listWalletsOf(request, { params: Promise.resolve({ sub }) });
      return pathname === '/api/v1/wallets' ? listWallets(request) : site.server.answer(request);
    },
    ...more,
  });
}

type App = ReturnType<typeof openApp>;

function openAppBrowser(app: App, jar = new Map<string, string>()) {
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    jar,
    cookieHeader,
    async visit(address: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers({ 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' });
      headers.set('cookie', cookieHeader());
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
      const response = await app.handle(new Request(new URL(address, origin), { ...init, headers }));
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    },
  };
}

type AppBrowser = ReturnType<typeof openAppBrowser>;

/** Signs in at the site and consents to the app's request. @returns the redirect back */
async function agree(
  led: Response,
  person: Person,
  walletIds: string[] = [],
  scopes = ['openid', 'profile', 'wallets', 'offline_access'],
  { clientId } = gate,
): Promise<{ back: URL; grantId: string; atSite: Browser }> {
  const atSite = openBrowser(site.server, person);
  const waiting = await atSite.visit(redirectOf(led).href);
  const grantId = accepted(await give(backend, person, clientId, walletIds, scopes));
  if (!redirectOf(waiting).pathname.startsWith('/connect/'))
    return { back: redirectOf(waiting), grantId, atSite };
  const next = await site.server.finishConsent(pendingRequestId(waiting), await viewerOf(atSite), grantId);
  return { back: redirectOf(await atSite.visit(next)), grantId, atSite };
}

const inApp = ({ pathname, search }: URL) => `${pathname}${search}`;

async function signIn(app: App, person: Person, walletIds: string[] = []) {
  const browser = openAppBrowser(app);
  const led = await browser.visit('/auth/sign-in?returnTo=/members');
  const { back, grantId } = await agree(led, person, walletIds);
  const arrived = await browser.visit(inApp(back));
  expect(redirectOf(arrived).href).toBe(`${origin}/members`);
  return { browser, back, grantId };
}

const refusedWith = (response: Response) => redirectOf(response).searchParams.get('error');
const elevenMinutes = 11 * 60_000;

test("signs a user in, keeps the session in cookies that scripts and other hosts can't access, and reads their wallets", async () => {
  const wallet = await proveNewWallet(backend, ann);
  const app = openApp(gate);
  const { browser } = await signIn(app, ann, [wallet.walletId]);
  expect([...browser.jar.keys()]).toEqual([`__Host-countersign-${gate.clientId}`]);
  const person = await app.readPerson(browser.cookieHeader());
  expect(person).toMatchObject({ sub: expect.any(String), email: null, acr: 'urn:countersign:1fa' });
  expect(Math.abs(Number(person?.authTime) - Date.now() / 1000)).toBeLessThan(600);
  expect(await app.readWallets(browser.cookieHeader())).toMatchObject({
    status: 'ready',
    person,
    wallets: [{ address: wallet.address, primary: true }],
  });
  const listed = await browser.visit('/auth/wallets', { headers: { 'sec-fetch-site': 'same-origin' } });
  expect(listed.headers.get('cache-control')).toBe('no-store');
  expect(await listed.json()).toMatchObject({ person, wallets: [{ address: wallet.address }] });
});

test('its cookies are HttpOnly, for this host, and expire with their tokens', async () => {
  const browser = openAppBrowser(openApp(gate));
  const led = await browser.visit('/auth/sign-in');
  const kept = (seconds: number) =>
    expect.stringMatching(
      new RegExp(`^__Host-[\\w-]+=[\\w.-]+; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax; Secure$`),
    );
  expect(led.headers.getSetCookie()).toEqual([kept(600)]);
  const { back } = await agree(led, ann);
  const arrived = await browser.visit(inApp(back));
  expect(arrived.headers.getSetCookie()).toEqual([
    kept(30 * 24 * 3600),
    expect.stringMatching(/-sign-in-[\w-]{43}=; .*Max-Age=0/),
  ]);
});

describe('a sign-in is refused', () => {
  let app: App;
  let browser: AppBrowser;
  let back: URL;
  beforeEach(async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    app = openApp(gate);
    browser = openAppBrowser(app);
    ({ back } = await agree(await browser.visit('/auth/sign-in'), ann));
  });
  afterEach(() => jest.restoreAllMocks());

  it('in another browser than the one that began it, so that a stolen or planted code is useless', async () => {
    const other = openAppBrowser(app);
    await other.visit('/auth/sign-in');
    expect(refusedWith(await other.visit(inApp(back)))).toBe('sign_in_expired');
    expect(await app.readPerson(other.cookieHeader())).toBeNull();
    expect(asked).not.toContain('/oauth/token');
  });

  it('a second time, from the same browser', async () => {
    const before = new Map(browser.jar);
    await browser.visit(inApp(back));
    expect(refusedWith(await browser.visit(inApp(back)))).toBe('sign_in_expired');
    // With the old cookie, the site refuses the code.
    browser.jar.clear();
    for (const [name, value] of before) browser.jar.set(name, value);
    expect(refusedWith(await browser.visit(inApp(back)))).toBe('sign_in_failed');
  });

  it('with the code of another sign-in, by PKCE and nonce', async () => {
    const other = await agree(await openAppBrowser(app).visit('/auth/sign-in'), await signUpPerson(backend));
    back.searchParams.set('code', other.back.searchParams.get('code') ?? '');
    expect(refusedWith(await browser.visit(inApp(back)))).toBe('sign_in_failed');
    expect(await app.readPerson(browser.cookieHeader())).toBeNull();
  });

  it('with the response of another issuer', async () => {
    back.searchParams.set('iss', 'https://evil.example');
    expect(refusedWith(await browser.visit(inApp(back)))).toBe('sign_in_failed');
  });

  it('with an ID token of another key or nonce', async () => {
    for (const [change, error] of [
      [(token: string) => token, null],
      [forgeSignature, 'sign_in_failed'],
      [forgeNonce, 'sign_in_failed'],
    ] as const) {
      const forging = openApp(gate, { fetch: forgingFetch(change) });
      const visitor = openAppBrowser(forging);
      const { back: again } = await agree(await visitor.visit('/auth/sign-in'), ann);
      expect(refusedWith(await visitor.visit(inApp(again)))).toBe(error);
      expect((await forging.readPerson(visitor.cookieHeader())) === null).toBe(error !== null);
    }
  });

  it("while userinfo refuses the access token, which the log doesn't take for a wrong secret", async () => {
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
    const visitor = openAppBrowser(
      openApp(gate, {
        async fetch(input, init) {
          const request = new Request(input, init);
          if (request.url.endsWith('/oauth/userinfo')) return new Response(null, { status: 401, headers });
          return site.server.answer(request);
        },
      }),
    );
    const { back: again } = await agree(await visitor.visit('/auth/sign-in'), ann);
    expect(refusedWith(await visitor.visit(inApp(again)))).toBe('sign_in_failed');
    expect(console.error).toHaveBeenLastCalledWith('Sign-in failed: 401 invalid_token');
  });

  it('after ten minutes', async () => {
    passTime(elevenMinutes);
    expect(refusedWith(await browser.visit(inApp(back)))).toBe('sign_in_expired');
  });

  it('and a cancellation differs from a failure', async () => {
    const cancelled = new URL(back);
    cancelled.searchParams.delete('code');
    cancelled.searchParams.set('error', 'access_denied');
    const led = await browser.visit(inApp(cancelled));
    expect(redirectOf(led).href).toBe(`${origin}/failed?error=access_denied&returnTo=%2F`);
  });
});

const forgeSignature = (token: string) => token.replace(/[^.]{8}$/, 'AAAAAAAA');

async function forgeNonce(token: string): Promise<string> {
  const { loadKeys } = await import('./provider');
  const key = (await loadKeys()).find(({ alg }) => alg === 'RS256');
  return new SignJWT({ ...decodeJwt(token), nonce: 'other' })
    .setProtectedHeader({ alg: 'RS256', ...(key?.kid && { kid: key.kid }) })
    .sign(await importJWK(key ?? {}, 'RS256'));
}

function forgingFetch(change: (idToken: string) => string | Promise<string>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const answer = await site.server.answer(request);
    if (!request.url.endsWith('/oauth/token')) return answer;
    const body = (await answer.json()) as { id_token: string };
    return Response.json({ ...body, id_token: await change(body.id_token) }, { status: answer.status });
  };
}

test("without an error page of the app, a failed sign-in shows an error and doesn't redirect", async () => {
  const browser = openAppBrowser(openApp(gate, { errorPath: undefined }));
  const { back } = await agree(await browser.visit('/auth/sign-in?returnTo=/members%3Fa=1%26b=2'), ann);
  const cancelled = new URL(back);
  cancelled.searchParams.delete('code');
  cancelled.searchParams.set('error', 'access_denied');
  const said = await browser.visit(inApp(cancelled));
  const page = await said.text();
  expect([said.status, said.headers.get('location')]).toEqual([400, null]);
  expect(page).toContain('You canceled, and nothing was shared.');
  expect(page).toContain('<a href="/">');
  expect(said.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain(`href="${origin}/auth/sign-in?returnTo=%2Fmembers%3Fa%3D1%26b%3D2"`);
});

test("a visitor can't write into the log by an address", async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const browser = openAppBrowser(openApp(gate));
  const { back } = await agree(await browser.visit('/auth/sign-in'), ann);
  back.searchParams.delete('code');
  back.searchParams.set('error', 'x\nFAKE LINE');
  back.searchParams.set('error_description', '\u001b[2Ja" b\u2028c');
  expect(refusedWith(await browser.visit(inApp(back)))).toBe('sign_in_failed');
  expect(logged.mock.calls).toEqual([['Sign-in failed: "x?FAKE LINE" "?[2Ja\' b?c"']]);
  logged.mockRestore();
});

test('a step-up is requested from the site, and a refresh keeps how the person signed in', async () => {
  const app = openApp(gate);
  const { browser } = await signIn(app, ann);
  const before = await app.readPerson(browser.cookieHeader());
  const led = await browser.visit('/auth/sign-in?acr_values=urn:countersign:2fa&max_age=300');
  const { searchParams } = redirectOf(led);
  expect([searchParams.get('acr_values'), searchParams.get('max_age')]).toEqual([
    'urn:countersign:2fa',
    '300',
  ]);
  passTime(elevenMinutes);
  await browser.visit('/auth/refresh?returnTo=/members');
  expect(await app.readPerson(browser.cookieHeader())).toEqual(before);
});

test("the log has the site's reason and what to change", async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const browser = openAppBrowser(openApp(gate));
  const led = await browser.visit('/auth/sign-in?wallet=any&wallet_chain=solana:devnet');
  const back = redirectOf(await openBrowser(site.server, ann).visit(redirectOf(led).href));
  expect(refusedWith(await browser.visit(inApp(back)))).toBe('sign_in_failed');
  expect(logged.mock.calls).toEqual([
    [
      'Sign-in failed: invalid_request "wallet_chain can only be solana:mainnet" Change what your app passes to its handler sign-in, or its option scope.',
    ],
  ]);
  logged.mockRestore();
});

test('concurrent sign-ins in several tabs each return to their own page', async () => {
  const app = openApp(gate);
  const browser = openAppBrowser(app);
  const paths = ['/one', '/two', '/three'];
  const led = await Promise.all(paths.map((path) => browser.visit(`/auth/sign-in?returnTo=${path}`)));
  for (const [place, path] of paths.entries()) {
    const { back } = await agree(led[place] as Response, ann);
    expect(redirectOf(await browser.visit(inApp(back))).pathname).toBe(path);
  }
});

test('cookies of many long sign-ins stay few and small, and the last one completes', async () => {
  const browser = openAppBrowser(openApp(gate));
  let led = await browser.visit('/auth/sign-in');
  const stepUp = `acr_values=${'x+'.repeat(1000)}&max_age=${'1'.repeat(2000)}`;
  for (const letter of 'abcdef')
    led = await browser.visit(`/auth/sign-in?returnTo=/${letter.repeat(490)}&${stepUp}`);
  expect(browser.jar.size).toBe(4);
  // With a session of two more, below what servers take.
  expect(browser.cookieHeader().length).toBeLessThan(6000);
  led = await browser.visit(`/auth/sign-in?returnTo=/${'f'.repeat(490)}`);
  const { back } = await agree(led, ann);
  expect(redirectOf(await browser.visit(inApp(back))).pathname).toBe(`/${'f'.repeat(490)}`);
  const tooLong = await browser.visit(`/auth/sign-in?returnTo=/${encodeURIComponent('漢'.repeat(600))}`);
  expect(String(tooLong.headers.getSetCookie()).length).toBeLessThan(4096);
});

test('signing in replaces a planted session, and a cookie of another app or kind or a changed one is no session', async () => {
  const app = openApp(gate);
  const { browser: eve } = await signIn(app, await signUpPerson(backend));
  const planted = openAppBrowser(app);
  for (const [name, value] of eve.jar) planted.jar.set(name, value);
  const { back } = await agree(await planted.visit('/auth/sign-in'), ann);
  await planted.visit(inApp(back));
  const [name = '', value = ''] = [...planted.jar].at(0) ?? [];
  expect(value).not.toBe(eve.jar.get(name));
  const { sub } = (await app.readPerson(planted.cookieHeader())) ?? {};
  expect(sub).not.toBe((await app.readPerson(eve.cookieHeader()))?.sub);

  const others = await registerApp(backend, { redirect_uris: [redirectUri] });
  const itsCookie = `__Host-countersign-${others.clientId}=${value}`;
  expect(await openApp(others).readPerson(itsCookie)).toBeNull();
  expect(await openApp({ ...gate, secret: 'cs_another' }).readPerson(planted.cookieHeader())).toBeNull();
  expect(await app.readPerson(`${name}=${value.slice(0, -4)}AAAA`)).toBeNull();
  const waiting = openAppBrowser(app);
  await waiting.visit('/auth/sign-in');
  expect(await app.readPerson(`${name}=${[...waiting.jar.values()][0]}`)).toBeNull();
});

test("doesn't redirect to other hosts", async () => {
  const { browser } = await signIn(openApp(gate), ann);
  for (const [returnTo, place] of [
    ...['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example'].map((to) => [
      to,
      '/',
    ]),
    ...['evil.example', 'javascript:alert(1)', ''].map((to) => [to, '/']),
    ['/.//evil.example', '/evil.example'],
  ] as [string, string][]) {
    const led = await browser.visit(`/auth/refresh?${new URLSearchParams({ returnTo })}`);
    expect([returnTo, redirectOf(led).href]).toEqual([returnTo, `${origin}${place}`]);
  }
});

describe('after the access token has expired', () => {
  it('a hundred concurrent requests cause one refresh, and each gets the new session', async () => {
    const wallet = await proveNewWallet(backend, ann);
    const app = openApp(gate);
    const { browser } = await signIn(app, ann, [wallet.walletId]);
    const before = browser.cookieHeader();
    passTime(elevenMinutes);
    expect((await app.readWallets(before)).status).toBe('expired');
    asked = [];
    const visits = Array.from({ length: 100 }, () => browser.visit('/auth/refresh?returnTo=/members'));
    for (const led of await Promise.all(visits)) expect(redirectOf(led).href).toBe(`${origin}/members`);
    expect(asked.filter((path) => path === '/oauth/token')).toHaveLength(1);
    expect(await app.readWallets(browser.cookieHeader())).toMatchObject({
      status: 'ready',
      wallets: [{ address: wallet.address }],
    });
    // Also a late request with the old cookie.
    expect((await app.refreshWallets(before)).answer.status).toBe('ready');
    expect(asked.filter((path) => path === '/oauth/token')).toHaveLength(1);
  });

  it("a later failure doesn't lose the next refresh token", async () => {
    let isUp = true;
    const app = openApp(gate, {
      async fetch(input, init) {
        const request = new Request(input, init);
        if (!isUp && !/oauth\/token$|openid-configuration$/.test(request.url))
          throw new TypeError('fetch failed');
        return request.url.includes('/api/v1/') ? listWallets(request) : site.server.answer(request);
      },
    });
    const { browser } = await signIn(app, ann);
    passTime(elevenMinutes);
    isUp = false;
    expect(redirectOf(await browser.visit('/auth/refresh?returnTo=/members')).pathname).toBe('/members');
    isUp = true;
    expect((await app.readWallets(browser.cookieHeader())).status).toBe('ready');
  });

  it('a middleware refreshes, continues and sets the cookie', async () => {
    const wallet = await proveNewWallet(backend, ann);
    const app = openApp(gate);
    const { browser } = await signIn(app, ann, [wallet.walletId]);
    passTime(elevenMinutes);
    const headers = { cookie: browser.cookieHeader(), 'sec-fetch-mode': 'navigate' };
    const admission = await app.requireWallet(new Request(`${origin}/members`, { headers }), {
      wallet: wallet.address,
    });
    expect(admission).toMatchObject({
      ok: true,
      member: { wallets: [{ address: wallet.address }] },
      cookie: { name: `__Host-countersign-${gate.clientId}` },
    });
  });
});

test('without offline_access, a small cookie has no token, and the secret reads the wallets until access ends', async () => {
  const wallet = await proveNewWallet(backend, ann);
  const app = openApp(gate, { scope: 'openid wallets' });
  const browser = openAppBrowser(app);
  const led = await browser.visit('/auth/sign-in');
  const { back, grantId } = await agree(led, ann, [wallet.walletId], ['openid', 'wallets']);
  await browser.visit(inApp(back));
  expect(browser.cookieHeader().length).toBeLessThan(700);
  passTime(elevenMinutes);
  expect(redirectOf(await browser.visit('/auth/refresh?returnTo=/members')).pathname).toBe('/members');
  asked = [];
  const read = () => app.refreshWallets(browser.cookieHeader());
  for (let times = 0; times < 2; times++)
    expect(await read()).toMatchObject({
      answer: { status: 'ready', wallets: [{ address: wallet.address }] },
      cookie: null,
    });
  expect(new Set(asked)).toEqual(new Set([expect.stringMatching(/^\/api\/v1\/accounts\/[\w-]+\/wallets$/)]));
  await endGrant(backend, ann, grantId);
  expect((await read()).answer).toEqual({ status: 'ended' });
  await browser.visit('/auth/sign-out', { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } });
  expect([...browser.jar.keys()]).toEqual([]);
});

test('a rotated secret signs nobody out while the app also has the previous one, and no other secret opens a cookie', async () => {
  const { browser } = await signIn(openApp(gate), ann);
  const rotated = { ...gate, secret: 'cs_rotated' };
  const signedInTo = async (previousClientSecret?: string) =>
    (await openApp(rotated, { previousClientSecret }).readPerson(browser.cookieHeader())) !== null;
  expect(await signedInTo()).toBe(false);
  expect(await signedInTo('cs_other')).toBe(false);
  expect(await signedInTo(gate.secret ?? '')).toBe(true);
  // A cookie is written with the new one.
  const kept = await openApp(rotated, { previousClientSecret: gate.secret ?? '' }).keepSession(
    browser.cookieHeader(),
  );
  expect(await openApp(gate).readPerson(`${kept?.name}=${kept?.value}`)).toBeNull();
});

describe('the wallets', () => {
  it('are requested each time, with an ETag, and are gone once no longer shared', async () => {
    const wallet = await proveNewWallet(backend, ann);
    const statuses: number[] = [];
    const app = openApp(gate, {
      async fetch(input, init) {
        const request = new Request(input, init);
        const answer = await (request.url.includes('/api/v1/')
          ? listWallets(request)
          : site.server.answer(request));
        if (request.url.includes('/api/v1/')) statuses.push(answer.status);
        return answer;
      },
    });
    const { browser, grantId } = await signIn(app, ann, [wallet.walletId]);
    const read = () => app.readWallets(browser.cookieHeader());
    expect(await read()).toEqual(await read());
    expect(statuses).toEqual([200, 304]);
    await endGrant(backend, ann, grantId);
    expect(await read()).toEqual({ status: 'ended' });
    // The site counts requests with an ended token.
    expect(await read()).toEqual({ status: 'ended' });
    expect(statuses).toEqual([200, 304, 401]);
    passTime(elevenMinutes);
    expect((await app.refreshWallets(browser.cookieHeader())).answer).toEqual({ status: 'ended' });
  });

  it("are readable without a session, by the app's secret", async () => {
    const wallet = await proveNewWallet(backend, ann);
    const app = openApp(gate);
    const { browser, grantId } = await signIn(app, ann, [wallet.walletId]);
    const { sub = '' } = (await app.readPerson(browser.cookieHeader())) ?? {};
    const params = Promise.resolve({ sub });
    const asking = {
      ...{ issuer: siteUrl, clientId: gate.clientId, clientSecret: gate.secret ?? '' },
      fetch: async (input: RequestInfo | URL, init?: RequestInit) =>
        listWalletsOf(new Request(input, init), { params }),
    };
    expect(await readWalletsOf(sub, asking)).toMatchObject({
      status: 'ready',
      wallets: [{ address: wallet.address }],
    });
    await expect(readWalletsOf(sub, { ...asking, clientSecret: 'cs_other' })).rejects.toMatchObject({
      code: 'invalid_client',
    });
    await endGrant(backend, ann, grantId);
    expect(await readWalletsOf(sub, asking)).toEqual({ status: 'ended' });
  });

  it('of another user are rejected, as is a malformed response', async () => {
    let body: object = {};
    const app = openApp(gate, {
      async fetch(input, init) {
        const request = new Request(input, init);
        return request.url.includes('/api/v1/') ? Response.json(body) : site.server.answer(request);
      },
    });
    const { browser } = await signIn(app, ann);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    for (body of [{}, { sub: 'other', wallets: [] }])
      expect(await app.readWallets(browser.cookieHeader())).toEqual({ status: 'unreachable' });
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });

  it("aren't requested from where the site redirects, and such a response ends no access", async () => {
    const seen: string[] = [];
    const app = openApp(gate, {
      async fetch(input, init) {
        const request = new Request(input, init);
        if (!request.url.includes('/api/v1/')) return site.server.answer(request);
        seen.push(new URL(request.url).pathname);
        const elsewhere = { location: `${siteUrl}/api/v1/elsewhere` };
        return Response.json({ error: { code: 'app.token_invalid' } }, { status: 302, headers: elsewhere });
      },
    });
    const { browser } = await signIn(app, ann);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await app.readWallets(browser.cookieHeader())).toEqual({ status: 'unreachable' });
    expect(seen).toEqual(['/api/v1/wallets']);
    expect(logged.mock.calls.join()).toContain('"302 ');
    logged.mockRestore();
  });

  it('are unavailable while the site is down, and the user stays signed in', async () => {
    let isDown = false;
    const app = openApp(gate, {
      async fetch(input, init) {
        if (isDown) throw new TypeError('fetch failed');
        const request = new Request(input, init);
        return request.url.includes('/api/v1/') ? listWallets(request) : site.server.answer(request);
      },
    });
    const { browser } = await signIn(app, ann);
    isDown = true;
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await app.readWallets(browser.cookieHeader())).toEqual({ status: 'unreachable' });
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await browser.visit('/auth/wallets', { headers })).status).toBe(503);
    passTime(elevenMinutes);
    expect((await browser.visit('/auth/refresh')).status).toBe(503);
    isDown = false;
    // The session survived the outage.
    expect((await app.refreshWallets(browser.cookieHeader())).answer.status).toBe('ready');
    jest.restoreAllMocks();
  });

  it("are only for this app's scripts", async () => {
    const app = openApp(gate);
    const { browser } = await signIn(app, ann);
    for (const from of ['cross-site', 'same-site', 'none'])
      expect((await browser.visit('/auth/wallets', { headers: { 'sec-fetch-site': from } })).status).toBe(
        403,
      );
    const headers = { 'sec-fetch-site': 'same-origin' };
    const signedOut = await openAppBrowser(app).visit('/auth/wallets', { headers });
    expect(await signedOut.json()).toEqual({ status: 'signed_out' });
  });
});

describe('signing out', () => {
  const own = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };

  it('ends the session and its tokens, and offers to sign out of the site', async () => {
    const postLogoutRedirectUri = `${origin}/`;
    const registered = await registerApp(backend, {
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [postLogoutRedirectUri],
    });
    const app = openApp(registered, { postLogoutRedirectUri });
    const browser = openAppBrowser(app);
    const { back } = await agree(await browser.visit('/auth/sign-in'), ann, [], undefined, registered);
    await browser.visit(inApp(back));
    const kept = browser.cookieHeader();
    const led = redirectOf(await browser.visit('/auth/sign-out', own));
    expect(led.pathname).toBe('/oauth/logout');
    expect(led.searchParams.get('post_logout_redirect_uri')).toBe(postLogoutRedirectUri);
    expect([...browser.jar.keys()]).toEqual([`__Host-countersign-${registered.clientId}-ended`]);
    // A copy of the cookie is useless now.
    expect((await app.readWallets(kept)).status).toBe('ended');
  });

  it.each(['the same process', 'another process'])(
    "isn't undone by a concurrent refresh in %s",
    async (where) => {
      const [began, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let isHolding = false;
      const app = openApp(gate, {
        async fetch(input, init) {
          const request = new Request(input, init);
          if (isHolding && request.url.endsWith('/oauth/userinfo')) {
            began.resolve();
            await held.promise;
          }
          return site.server.answer(request);
        },
      });
      const { browser } = await signIn(app, ann);
      passTime(elevenMinutes);
      isHolding = true;
      const refreshing = browser.visit('/auth/refresh?returnTo=/members');
      await began.promise;
      const other = where === 'another process' ? openApp(gate) : app;
      await openAppBrowser(other, browser.jar).visit('/auth/sign-out', own);
      held.resolve();
      // Its response comes after the sign-out's, and sets the session's cookie again.
      const late = String((await refreshing).headers.getSetCookie()).split(';')[0] ?? '';
      expect(browser.cookieHeader()).toContain(late);
      for (const process of [app, other, openApp(gate)])
        expect(await process.readPerson(browser.cookieHeader())).toBeNull();
      // The sign-out ended its tokens, so it reads no wallets.
      expect((await openApp(gate).readWallets(late)).status).toBe('ended');
      isHolding = false;
      const { back } = await agree(await browser.visit('/auth/sign-in'), ann);
      await browser.visit(inApp(back));
      expect(await app.readPerson(browser.cookieHeader())).not.toBeNull();
      // A response after the next sign-out.
      await browser.visit('/auth/sign-out', own);
      expect(await app.readPerson(`${late}; ${browser.cookieHeader()}`)).toBeNull();
    },
  );

  it('redirects to a page of the app', async () => {
    const { browser } = await signIn(openApp(gate), ann);
    for (const from of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': from, origin };
      expect((await browser.visit('/auth/sign-out', { method: 'POST', headers })).status).toBe(403);
    }
    // A link signs no one out, which any site could open, but shows a button that does.
    const asked = await browser.visit('/auth/sign-out');
    expect([asked.status, await asked.text()]).toEqual([
      405,
      expect.stringContaining('<form method="post">'),
    ]);
    expect(asked.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(browser.jar.size).toBe(1);
  });
});

test.each<[string, Record<string, string>, number]>([
  ['a prefetch', { 'sec-purpose': 'prefetch' }, 503],
  ['a router', { 'sec-fetch-mode': 'cors', rsc: '1' }, 200],
  ['a script', { 'sec-fetch-mode': 'cors' }, 400],
])('%s begins no sign-in', async (_, headers, status) => {
  const led = await openAppBrowser(openApp(gate)).visit('/auth/sign-in', { headers });
  expect([led.status, led.headers.getSetCookie()]).toEqual([status, []]);
});
