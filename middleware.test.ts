import { createHash } from 'node:crypto';
import { NextRequest } from 'next/server';
import holdPressesScript from './components/ui/hold-presses.inline';
import type { RefreshedSession } from './lib/session/session';
import type { middleware as Middleware } from './middleware';

const siteUrl = 'https://countersign.example';
const options = { path: '/', sameSite: 'lax', httpOnly: true, secure: true, maxAge: 60 } as const;

/** The session check's result, and the arguments it received. */
let found: RefreshedSession;
const asked: unknown[][] = [];
jest.mock('@/lib/session/session', () => ({
  refreshSession: async (...call: unknown[]) => {
    asked.push(call);
    return found;
  },
}));
const signedIn = { status: 'signed-in', outcome: 'cached', cookies: [] } as unknown as RefreshedSession;
const signedOut: RefreshedSession = { status: 'signed-out', outcome: 'none', cookies: [] };
const unavailable: RefreshedSession = { status: 'unavailable', outcome: 'unavailable', cookies: [] };

/** The middleware of a site at this address. */
async function startSite(address = siteUrl): Promise<typeof import('./middleware')> {
  Object.assign(process.env, {
    ...{ SUPABASE_URL: 'https://abcdefgh.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test' },
    ...{ SUPABASE_SECRET_KEY: 'sb_secret_test', SITE_URL: address, TRUSTED_PROXY_HEADER: 'x-forwarded-for' },
  });
  jest.resetModules();
  return import('./middleware');
}

let middleware: typeof Middleware;
beforeAll(async () => {
  ({ middleware } = await startSite());
});
beforeEach(() => {
  found = signedIn;
  asked.length = 0;
});

type Visit = { method?: string; headers?: Record<string, string>; at?: string };
function visit(path: string, { method = 'GET', headers = {}, at = siteUrl }: Visit = {}): Promise<Response> {
  return middleware(new NextRequest(new URL(path, at), { method, headers }));
}
const form = { origin: siteUrl, 'content-type': 'text/plain', 'content-length': '5' };
/** A request header as the page receives it. */
const onRequest = (response: Response, name: string) => response.headers.get(`x-middleware-request-${name}`);
const goesOn = (response: Response) => response.headers.get('x-middleware-next') === '1';

describe('a signed-out visitor', () => {
  beforeEach(() => {
    found = signedOut;
  });

  it.each([
    ['/wallets', '/sign-in?next=%2Fwallets'],
    ['/wallets?page=2&a=%2F', '/sign-in?next=%2Fwallets%3Fpage%3D2%26a%3D%252F'],
    ['/', '/sign-in'],
    [`/wallets?a=${'%2F'.repeat(2700)}`, '/sign-in?next=%2Fwallets'],
    ['/wallets/anything', '/sign-in?next=%2Fwallets%2Fanything'],
  ])('is redirected to sign-in at %s, and returns there', async (path, signIn) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await visit(siteUrl + path, { method });
      expect(response.status).toBe(307);
      expect(response.headers.get('location')).toBe(siteUrl + signIn);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it.each([`/${'a'.repeat(2000)}`, '/anything-not-thought-of', '//evil.example/x', '/no-page'])(
    'gets only the not-found page at %s',
    async (path) => {
      const response = await visit(siteUrl + path);
      expect([response.status, response.headers.get('x-middleware-rewrite')]).toEqual([
        404,
        `${siteUrl}/no-page`,
      ]);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    },
  );

  it.each([
    ['has ended', 'refused:ended'],
    ['has a token that is good no more, as in another project after a restore', 'refused:token'],
  ] as const)('learns when a session %s, and loses its cookies', async (_why, outcome) => {
    found = { ...signedOut, outcome, cookies: [{ name: 'sb', value: '', options }] };
    const response = await visit('/wallets');
    expect(response.headers.get('location')).toBe(`${siteUrl}/sign-in?next=%2Fwallets&notice=session-ended`);
    expect(response.headers.get('set-cookie')).toMatch(/^sb=;.*HttpOnly/);
  });

  it.each([
    ...['/sign-in', '/proofs/abc', '/auth/callback?code=x'],
    ...['/.well-known/change-password', '/.well-known/anything'],
  ])('sees %s', async (path) => {
    const response = await visit(path);
    expect([response.status, goesOn(response)]).toEqual([200, true]);
  });

  it('who posts a form gets the response of its action, which explains the problem', async () => {
    expect(goesOn(await visit('/wallets', { method: 'POST', headers: form }))).toBe(true);
  });
});

describe('a visitor whose session cannot be checked right now', () => {
  beforeEach(() => {
    found = unavailable;
  });

  it('is not redirected to sign-in, but gets 503 with the time to retry', async () => {
    const response = await visit('/wallets');
    expect(response.status).toBe(503);
    expect(response.headers.get('x-middleware-rewrite')).toBe(`${siteUrl}/unavailable`);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it('sees public pages, and the page learns of the outage', async () => {
    const response = await visit('/sign-in');
    expect([response.status, goesOn(response), response.headers.get('retry-after')]).toEqual([
      200,
      true,
      null,
    ]);
    expect(onRequest(response, 'x-session-unavailable')).toBe('1');
  });
});

describe('a signed-in user', () => {
  it('sees every page, and a client header cannot fake an outage', async () => {
    const response = await visit('/wallets', { headers: { 'x-session-unavailable': '1' } });
    expect([response.status, goesOn(response)]).toEqual([200, true]);
    expect(onRequest(response, 'x-session-unavailable')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('has a refreshed session at once, on the page and in the browser', async () => {
    found = { ...signedIn, cookies: [{ name: 'sb', value: 'fresh', options }] };
    const response = await visit('/wallets', { headers: { cookie: 'sb=stale; theme=dark' } });
    expect(onRequest(response, 'cookie')).toBe('sb=fresh; theme=dark');
    expect(response.headers.get('set-cookie')).toMatch(
      /^sb=fresh; Path=\/;.*Max-Age=60;.*Secure; HttpOnly; SameSite=lax/,
    );
  });

  it("is refreshed by the request's cookies, with the client's address", async () => {
    await visit('/wallets', { headers: { cookie: 'sb=a', 'x-forwarded-for': '192.0.2.7' } });
    expect(asked).toEqual([[[{ name: 'sb', value: 'a' }], { 'sb-forwarded-for': '192.0.2.7' }]]);
  });
});

describe('the outcome of the session check', () => {
  it('is recorded for the log of this request only', async () => {
    const { expectOutcome, takeOutcome } = await import('./lib/http/session-outcomes');
    expectOutcome('request-1');
    expectOutcome('request-2');
    await visit('/wallets', { headers: { 'x-request-id': 'request-1' } });
    expect([takeOutcome('request-1'), takeOutcome('request-2')]).toEqual(['cached', 'none']);
  });
});

describe('a page', () => {
  it('has a policy with its own nonce, which the page receives', async () => {
    const nonces = new Set<string>();
    for (const path of ['/wallets', '/sign-in']) {
      const response = await visit(path, {
        headers: { 'x-nonce': 'chosen', 'content-security-policy': 'none' },
      });
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = onRequest(response, 'x-nonce') ?? '';
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`);
      expect(policy).toContain("connect-src 'self' https://api.mainnet-beta.solana.com");
      expect(onRequest(response, 'content-security-policy')).toBe(policy);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });

  it('may run the script that holds presses, by its hash, since a navigation may lead to a held button', async () => {
    const [, hash] =
      /script-src [^;]*'sha256-([^']+)'/.exec(
        (await visit('/sign-in')).headers.get('content-security-policy') ?? '',
      ) ?? [];
    expect(hash).toBe(createHash('sha256').update(holdPressesScript).digest('base64'));
  });

  it('allows forms to a provider only on the pages that need it', async () => {
    const formsOf = async (path: string) =>
      /form-action [^;]*/.exec((await visit(path)).headers.get('content-security-policy') ?? '')?.[0];
    expect(await formsOf('/sign-in')).toContain('https://abcdefgh.supabase.co');
    expect(await formsOf('/wallets')).toBe("form-action 'self'");
  });

  it('may reach a phone from a device that has one', async () => {
    const policyFor = async (agent: string) =>
      (await visit('/wallets', { headers: { 'user-agent': agent } })).headers.get('content-security-policy');
    const android =
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
    expect(await policyFor(android)).not.toBe(await policyFor('curl/8'));
    expect(await policyFor(android)).toMatch(/wss?:\/\/localhost/);
  });

  it("passes the site's own host for the check of forms, whatever the client or proxy sent", async () => {
    const response = await visit('/wallets', { headers: { 'x-forwarded-host': 'evil.example' } });
    expect(onRequest(response, 'x-forwarded-host')).toBe('countersign.example');
  });
});

describe('data routes', () => {
  const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

  it("for other apps don't check a session", async () => {
    found = signedOut;
    const response = await visit('/api/v1/proofs/x');
    expect([goesOn(response), response.headers.get('content-security-policy')]).toEqual([true, dataPolicy]);
    expect(asked).toEqual([]);
  });

  it.each(['/api/nothing', '/fonts/gone.woff2', '/oauth/token'])(
    "drop a client's nonce and outage headers, since a page may answer there: %s",
    async (path) => {
      const dropped = [
        ...['x-nonce', 'x-session-unavailable'],
        ...['content-security-policy', 'content-security-policy-report-only'],
      ];
      const chosen = Object.fromEntries(dropped.map((name) => [name, "script-src 'nonce-chosen'"]));
      const response = await visit(path, { headers: { ...chosen, accept: '*/*' } });
      const passed = ['accept', ...dropped].map((name) => onRequest(response, name));
      expect(passed).toEqual(['*/*', ...dropped.map(() => null)]);
    },
  );

  it('for the session refresh it like a page', async () => {
    const response = await visit('/api/session');
    expect([goesOn(response), response.headers.get('content-security-policy')]).toEqual([true, dataPolicy]);
    expect(asked).toHaveLength(1);
  });
});

test('a cross-site change is refused before the session is checked', async () => {
  const response = await visit('/wallets', {
    method: 'POST',
    headers: { ...form, origin: 'https://evil.example' },
  });
  expect(response.status).toBe(403);
  expect(asked).toEqual([]);
});

describe('a site at localhost', () => {
  const local = 'http://localhost:3000';
  beforeAll(async () => {
    ({ middleware } = await startSite(local));
  });
  const open = (host: string, visited: Visit = {}) =>
    visit('/wallets?page=2', { at: local, ...visited, headers: { host, ...visited.headers } });

  it.each(['127.0.0.1:3000', '[::1]:3000', '127.0.0.1'])('redirects there from %s', async (host) => {
    const response = await open(host);
    expect([response.status, response.headers.get('location')]).toEqual([307, `${local}/wallets?page=2`]);
    expect(asked).toEqual([]);
  });

  it.each(['localhost:3000', 'evil.example', '127.0.0.1.evil.example', 'evil.example:127.0.0.1:'])(
    "doesn't redirect from %s",
    async (host) => expect(goesOn(await open(host))).toBe(true),
  );

  it("doesn't redirect a form, which would lose its fields", async () => {
    const headers = { ...form, origin: local };
    expect(goesOn(await open('127.0.0.1:3000', { method: 'POST', headers }))).toBe(true);
  });

  it('on any other host redirects nothing to itself', async () => {
    ({ middleware } = await startSite());
    expect(goesOn(await visit('/wallets', { headers: { host: '127.0.0.1:3000' } }))).toBe(true);
  });
});

test('a favicon checks no session', async () => {
  expect(goesOn(await visit('/favicon.ico'))).toBe(true);
  expect(asked).toEqual([]);
});

test('runs before every page and server action, and before no file of the build', async () => {
  const { config } = await startSite();
  const [pages] = config.matcher;
  const isBefore = (path: string) => new RegExp(`^${pages}$`).test(path);
  for (const path of '/ /wallets /sign-in /api/session /api/health/x /favicon.ico /_next/data/x'.split(' '))
    expect([path, isBefore(path)]).toEqual([path, true]);
  for (const path of ['/_next/static/x.js', '/icon.svg', '/robots.txt', '/api/health'])
    expect([path, isBefore(path)]).toEqual([path, false]);
  // It unseals cookies and shares this process's caches, both of which need Node.js.
  expect(config.runtime).toBe('nodejs');
});
