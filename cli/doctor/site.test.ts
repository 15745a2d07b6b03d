import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errors } from '../../lib/errors';
import { standardHeaders } from '../../lib/http/standard-headers';
import { site } from './checks/site';
import { createContext } from './context';
import { readConfiguration } from './read-configuration';
import { runChecks } from './run';
import { type Alter, startAlteringGateway } from './testing/altering-gateway';

/** The site's responses to the doctor's requests. */
const answers: Record<string, { status: number; headers?: Record<string, string>; body?: unknown }> = {
  'GET /api/health': { status: 200, body: { status: 'ok' } },
  'GET /api/ready': { status: 200, body: { status: 'ready' } },
  'GET /sign-in': {
    status: 200,
    headers: { 'content-security-policy': "script-src 'nonce-abc'", 'cache-control': 'private, no-cache' },
  },
  'POST /sign-in': { status: 200, body: errors['request.outdated'].title },
  'GET /wallets': { status: 307, headers: { location: '/sign-in?next=%2Fwallets' } },
  'GET /auth/callback': { status: 303, headers: { 'set-cookie': 'oauth-state=; Max-Age=0' } },
};

let proxy: Awaited<ReturnType<typeof startAlteringGateway>>;
const server = createServer((request, response) => {
  const { status, headers, body } = answers[`${request.method} ${request.url}`] ?? { status: 404 };
  response.writeHead(status, { ...standardHeaders, 'x-request-id': 'a', ...headers });
  response.end(JSON.stringify(body ?? ''));
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  proxy = await startAlteringGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  answers['GET /.well-known/openid-configuration'] = { status: 200, body: { issuer: proxy.url } };
});
afterAll(async () => {
  await proxy.close();
  server.close();
  server.closeAllConnections();
});

async function look(how: Alter = () => undefined, change: Record<string, string> = {}) {
  proxy.alter(how);
  const variables = {
    SUPABASE_URL: 'https://abcdefgh.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    SUPABASE_SECRET_KEY: 'sb_secret_test',
    SITE_URL: proxy.url,
    TRUSTED_PROXY_HEADER: 'none',
    ...change,
  };
  const project = {
    supabaseUrl: variables.SUPABASE_URL,
    secretKey: variables.SUPABASE_SECRET_KEY,
    publishableKey: variables.SUPABASE_PUBLISHABLE_KEY,
    siteUrl: variables.SITE_URL,
    isEmbedded: false,
  };
  const context = createContext({
    environment: readConfiguration(project, variables),
    variables,
    options: { probe: false, testMailTo: null, hasSite: true, as: 'text' },
    signal: new AbortController().signal,
  });
  const findings = await runChecks([site], context);
  return Object.fromEntries(findings.map((finding) => [finding.id, finding]));
}

const on =
  (path: string, instead: Awaited<ReturnType<Alter>>, method = 'GET'): Alter =>
  async (request, answer) => {
    if (request.path !== path || request.method !== method) return undefined;
    await answer();
    return instead;
  };

test('accepts a proxy that forwards everything', async () => {
  const found = await look();
  const wrong = Object.values(found).filter(({ level }) => level === 'problem');
  expect(wrong).toEqual([]);
  for (const id of ['site.headers', 'site.ready', 'site.signed-out']) expect(found[id]?.level).toBe('ok');
});

test.each<[string, string, string, Alter]>([
  [
    'cuts a header',
    'site.headers',
    'X-Frame-Options',
    on('/sign-in', { headers: { 'x-frame-options': null } }),
  ],
  [
    'cuts the policy of pages',
    'site.headers',
    'Content-Security-Policy',
    on('/sign-in', { headers: { 'content-security-policy': null } }),
  ],
  [
    'keeps pages',
    'site.headers',
    'Cache-Control',
    on('/sign-in', { headers: { 'cache-control': 'max-age=60' } }),
  ],
  ['cuts Content-Length', 'site.forms', '(status 413)', on('/sign-in', { status: 413, body: '' }, 'POST')],
  [
    'takes small forms only',
    'site.forms',
    '(status 413)',
    async ({ method, body }) =>
      method === 'POST' && body.length > 600 ? { status: 413, body: '' } : undefined,
  ],
  [
    'loses what is in a form',
    'site.forms',
    'unchanged (status 400)',
    on('/sign-in', { status: 400, body: '' }, 'POST'),
  ],
  [
    'answers a form with the page',
    'site.forms',
    'unchanged (status 200)',
    on('/sign-in', { status: 200, body: 'Sign in' }, 'POST'),
  ],
  [
    'takes out cookies',
    'site.cookies',
    'Set-Cookie',
    on('/auth/callback', { headers: { 'set-cookie': null } }),
  ],
  [
    'serves the page of a signed-in visitor to others',
    'site.signed-out',
    '/wallets answers 200',
    on('/wallets', { status: 200, body: 'Your wallets', headers: { location: null } }),
  ],
  ['changes Origin', 'site.forms', '(status 403)', on('/sign-in', { status: 403, body: '' }, 'POST')],
  [
    'reaches something else',
    'site.reached',
    'is not this site (status 200)',
    on('/api/health', { body: 'Welcome to nginx!' }),
  ],
  [
    'leads elsewhere',
    'site.reached',
    'redirects to https://www.countersign.example',
    on('/api/health', { status: 308, headers: { location: 'https://www.countersign.example/api/health' } }),
  ],
  [
    'reaches a site that waits',
    'site.ready',
    'waiting for schema and issuer',
    on('/api/ready', { status: 503, body: { status: 'waiting', for: ['schema', 'issuer'] } }),
  ],
  [
    'reaches a site of another name',
    'site.issuer',
    'the issuer https://else.example',
    on('/.well-known/openid-configuration', { body: { issuer: 'https://else.example' } }),
  ],
  [
    'keeps the way of apps',
    'site.issuer',
    'answers 404, with no issuer',
    on('/.well-known/openid-configuration', { status: 404, body: '' }),
  ],
  [
    'reaches a process that is not ready',
    'site.issuer',
    'answers 503',
    on('/.well-known/openid-configuration', { status: 503, body: '' }),
  ],
])('reports a proxy that %s: %s', async (_, id, words, how) => {
  expect((await look(how))[id]).toMatchObject({ level: 'problem', what: expect.stringContaining(words) });
});

test.each<[string, string, string, Alter]>([
  ['hides readiness', 'site.ready', 'answers 404', on('/api/ready', { status: 404, body: '' })],
  ['fails', 'site.ready', 'answers 503', on('/api/ready', { status: 503, body: 'Unavailable' })],
  ['limits pages', 'site.signed-out', 'answers 429', on('/wallets', { status: 429, body: '' })],
])('a proxy that %s leaves %s unknown', async (_, id, words, how) => {
  expect((await look(how))[id]).toMatchObject({ level: 'unknown', what: expect.stringContaining(words) });
});

test("warns if the site can't tell visitors' addresses apart", async () => {
  expect((await look(undefined, { TRUSTED_PROXY_HEADER: '' }))['site.networks']).toMatchObject({
    level: 'warning',
    what: 'TRUSTED_PROXY_HEADER is not set.',
  });
});

test('reports a proxy that the settings deny', async () => {
  const found = await look(on('/api/health', { headers: { server: 'nginx/1.22.1' } }));
  expect(found['site.networks']).toMatchObject({
    level: 'warning',
    what: 'TRUSTED_PROXY_HEADER is none, but a proxy answers (nginx/1.22.1).',
  });
  expect((await look())['site.networks']?.level).toBe('unknown');
});

test("reports a proxy that doesn't write the visitor's address to the configured header", async () => {
  const { 'site.visitor-address': address, 'site.ready': ready } = await look(
    on('/api/ready', { status: 200, body: { status: 'ready', notes: ['passkeys', 'networks'] } }),
    { TRUSTED_PROXY_HEADER: 'X-Real-IP' },
  );
  expect(address).toMatchObject({
    level: 'problem',
    what: 'The site receives no client IP in its TRUSTED_PROXY_HEADER.',
    fix: expect.stringContaining('proxy_set_header X-Real-IP $remote_addr'),
  });
  expect(ready?.what).toBe('The site is ready, without passkeys.');
  expect((await look())['site.visitor-address']).toBeUndefined();
});

test('reports a redirect to an invalid URL, and cleans it for the terminal', async () => {
  const found = await look(on('/api/health', { status: 302, headers: { location: 'http://[' }, body: '' }));
  expect(found['site.reached']?.what).toContain('redirects to an invalid URL');
  const named = await look(on('/api/ready', { status: 503, body: { for: ['\u001b[2Jschema\u202e'] } }));
  expect(named['site.ready']?.what).toBe('The site is not ready: it is waiting for [2Jschema.');
});

test("reports a site that isn't running as a problem", async () => {
  const gone = await startAlteringGateway(proxy.url);
  await gone.close();
  expect((await look(undefined, { SITE_URL: gone.url }))['site.reached']).toMatchObject({
    level: 'problem',
    what: expect.stringContaining('nothing listens there'),
  });
});
