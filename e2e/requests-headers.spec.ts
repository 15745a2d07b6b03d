import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { inProject } from '../scripts/project-folder.ts';
import { buildFolder } from './fixtures/app-under-test.ts';
import { findLeaks } from './fixtures/caching.ts';
import { type HttpClient, openHttpClient } from './fixtures/http-client.ts';
import { listDataPaths, listPagePaths } from './fixtures/page-paths.ts';
import { publishProof } from './fixtures/public-proof.ts';
import type { RawAnswer } from './fixtures/raw-request.ts';
import { listSecrets, namesOfSecretsIn } from './fixtures/secrets.ts';
import { sessionCookieName } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

const pages = [...listPagePaths(), '/nothing'];
const strays = ['/wallets/', '/_next/data/x/wallets.json'];
const damaged = 'a damaged session';
const signedIn = 'somebody signed in';
const injected = '<script>window.injected = true</script><b id="trap" onclick="window.injected = true"></b>';
const neverPages = [
  '/api/health',
  '/api/ready',
  '/api/nothing',
  '/_next/imagexyz',
  '/icon.svg',
  '/favicon.ico',
];

type Crawled = { who: string; path: string; asks: 'page' | 'payload'; answer: RawAnswer };

/** Requests every route as each visitor: its page and its RSC payload. */
async function crawl(visitors: Record<string, HttpClient>): Promise<Crawled[]> {
  const paths = new Set([...pages, ...listDataPaths(), ...neverPages, ...strays]);
  const crawled: Crawled[] = [];
  for (const [who, visitor] of Object.entries(visitors)) {
    for (const path of paths) {
      for (const asks of ['page', 'payload'] as const) {
        const headers: Record<string, string> = asks === 'payload' ? { rsc: '1' } : {};
        if (who === damaged) visitor.cookies.set(sessionCookieName, 'garbage');
        const answer = await visitor.get(path, headers);
        crawled.push({ who, path, asks, answer });
        // Next redirects payload requests to another address.
        const moved = answer.headers.location ?? '';
        if (moved.includes('_rsc'))
          crawled.push({ who, path: moved, asks, answer: await visitor.get(moved, headers) });
      }
    }
  }
  return crawled;
}

test("on every route: no shared caching, no token, no frame, and no script that its policy doesn't name by nonce or hash", async ({
  account,
  addresses,
}) => {
  const member = openHttpClient(addresses.siteUrl);
  await member.signIn(account);
  const secrets = listSecrets(addresses, member.cookies);
  const crawled = await crawl({
    nobody: openHttpClient(addresses.siteUrl),
    [damaged]: openHttpClient(addresses.siteUrl),
    [signedIn]: member,
  });
  // One comparison for all, because a comparison takes as long as a request.
  const find = (wrong: (one: Crawled) => boolean) =>
    crawled.filter(wrong).map(({ who, path }) => [who, path]);
  await test.step('no cache may hand account data or a session to another user', () => {
    const leaks = crawled.flatMap(({ who, path, answer }) => findLeaks(who, path, answer, account.email));
    expect(leaks).toEqual([]);
    // Otherwise the checks above would not cover cookies.
    const cleared = find(({ who, answer }) => who === damaged && answer.setCookies.length > 0);
    expect(cleared.length).toBeGreaterThan(listPagePaths().length);
  });
  await test.step('no page, as HTML or as a payload for the router, holds a token or a key', () => {
    const own = crawled.filter(({ who }) => who === signedIn);
    const found = own.flatMap(({ path, answer }) =>
      namesOfSecretsIn(answer.text + JSON.stringify(answer.headers), secrets).map((name) => [path, name]),
    );
    expect(found).toEqual([]);
    const payload = own.find(({ path, asks }) => asks === 'payload' && path.startsWith('/account?'))?.answer;
    expect(payload?.headers['content-type']).toContain('text/x-component');
    expect(payload?.text.includes(account.email)).toBe(true);
  });
  await test.step('every answer says what it is, hides what runs it, and is never framed', () => {
    for (const name of ['x-powered-by', 'server'])
      expect([name, find(({ answer }) => name in answer.headers)]).toEqual([name, []]);
    for (const [name, value] of Object.entries(saidByAll))
      expect([name, find(({ answer }) => answer.headers[name] !== value)]).toEqual([name, []]);
  });
  await test.step('every HTML answer has a policy with a nonce of its own, on every script but the one it names by its hash, and in no other answer', () => {
    const html = crawled.filter(({ answer }) => isHtml(answer));
    const lax = html.filter(({ answer }) => !nonceOf(answer) || !isStrict(policyOf(answer)));
    expect(lax.map(({ path }) => path)).toEqual([]);
    const bare = html.filter(({ answer }) => {
      const scripts = [...answer.text.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
      const nonce = `nonce="${nonceOf(answer)}"`;
      const isNamed = (attributes = '', text = '') =>
        attributes.includes(nonce) || hashOf(answer) === sha256(text);
      return scripts.length === 0 || !scripts.every(([, attributes, text]) => isNamed(attributes, text));
    });
    expect(bare.map(({ path }) => path)).toEqual([]);
    expect(new Set(html.map(({ answer }) => nonceOf(answer))).size).toBe(html.length);
    expect(html.length).toBeGreaterThan(pages.length);
  });
});

const saidByAll = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

const policyOf = ({ headers }: RawAnswer) => String(headers['content-security-policy'] ?? '');

const nonceOf = (answer: RawAnswer) =>
  /script-src 'self' 'nonce-([\w+/=]{20,})' 'strict-dynamic' 'sha256-[\w+/=]{44}';/.exec(
    policyOf(answer),
  )?.[1];

const hashOf = (answer: RawAnswer) => /'sha256-([^']+)'/.exec(policyOf(answer))?.[1];

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

function isStrict(policy: string): boolean {
  const closed = ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"];
  return closed.every((directive) => policy.includes(directive)) && !/script-src[^;]*unsafe/.test(policy);
}

test('a site with https sends HSTS with every answer: pages, files, data, redirects and refusals', async ({
  startSite,
  account,
  addresses,
}) => {
  const site = 'https://countersign.example';
  const app = await startSite({ SITE_URL: site });
  const [file = ''] = globSync('static/chunks/*.js', { cwd: inProject(buildFolder) });
  const visitor = openHttpClient(app.siteUrl, site);
  const refused = [
    await visitor.send({ method: 'TRACE', path: '/sign-in' }),
    await visitor.send({ method: 'POST', path: '/sign-in', headers: { origin: 'https://evil.example' } }),
    await visitor.send({ method: 'POST', path: '/api/health', body: Buffer.alloc(33 * 1024) }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([405, 403, 413]);
  for (const { headers } of refused) expect(headers['strict-transport-security']).toBe('max-age=31536000');
  for (const state of ['signed out', 'signed in']) {
    if (state === 'signed in') await visitor.signIn(account);
    for (const path of [...pages, ...neverPages, `/_next/${file}`, '/_next/image', '/api/v1/proofs/x']) {
      const { headers } = await visitor.get(path);
      expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000']);
    }
  }
  const plain = await openHttpClient(addresses.siteUrl).get('/sign-in');
  expect(plain.headers).not.toHaveProperty('strict-transport-security');
});

test('an address without a page still has a policy that runs nothing', async ({ addresses }) => {
  const visitor = openHttpClient(addresses.siteUrl);
  for (const path of ['/api/nothing', '/api/ready']) {
    const { headers } = await visitor.get(path);
    expect([path, headers['content-security-policy']]).toEqual([
      path,
      "default-src 'none'; frame-ancestors 'none'",
    ]);
  }
});

test('build files and fonts are cached forever, and nothing else under such names', async ({ addresses }) => {
  const visitor = openHttpClient(addresses.siteUrl);
  const scripts = globSync('static/{chunks,media}/*.js', { cwd: inProject(buildFolder) });
  const fonts = globSync('fonts/*.woff2', { cwd: inProject('public') });
  expect([scripts.length > 5, fonts.length]).toEqual([true, 5]);
  for (const file of [...scripts.map((script) => `_next/${script}`), ...fonts]) {
    const { status, headers } = await visitor.get(`/${file}`);
    expect([file, status, headers['cache-control']]).toEqual([
      file,
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
  const missing = await visitor.get('/fonts/newsreader-00000000.woff2');
  expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store']);
});

test('the package for apps is at an address of its version, and no cache keeps what a later build replaces', async ({
  addresses,
}) => {
  const [path = ''] = /\/countersign-[\d.]+\.tgz/.exec(readFileSync('lib/apps/recipes.json', 'utf8')) ?? [];
  const answer = await fetch(addresses.siteUrl + path);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=0']);
  expect(gunzipSync(await answer.arrayBuffer()).toString('latin1')).toContain('package/next/index.js');
  const missing = await openHttpClient(addresses.siteUrl).get('/countersign-0.0.0.tgz');
  expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'private, no-store']);
});

test('a script injected into the HTML of any page is blocked', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  await page.addInitScript(() => {
    const violations: string[] = [];
    Reflect.set(window, 'violations', violations);
    addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
  });
  await page.route('**/*', async (route) => {
    // The policy blocks the script independently of the page's own scripts and styles.
    if (route.request().resourceType() !== 'document') return route.abort();
    const response = await route.fetch();
    const body = (await response.text()).replace(/<body[^>]*>/, `$&${injected}`);
    expect(body).toContain(injected);
    return route.fulfill({ response, body });
  });
  for (const path of pages) {
    await page.goto(path);
    const blocked = () => page.evaluate(() => Reflect.get(window, 'violations') as string[]);
    await expect.poll(blocked, { message: path }).toContain('script-src-elem');
    await expect.poll(blocked, { message: path }).toContain('script-src-attr');
    expect([path, await page.evaluate(() => Reflect.has(window, 'injected'))]).toEqual([path, false]);
  }
});

test("a page of another site can't frame a page of this site", async ({ page, addresses }) => {
  // Served from this machine too: Chromium blocks frames from other networks anyway, which would prove nothing.
  const frames = pages.map((path) => `<iframe src="${addresses.siteUrl}${path}"></iframe>`).join('');
  const external = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/inner' ? 'can be framed' : `<iframe src="/inner"></iframe>${frames}`);
  });
  await new Promise<void>((resolve) => external.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(external.address() as AddressInfo).port}/`);
    await expect(page.locator('iframe')).toHaveCount(1 + pages.length);
    const [, inner, ...refused] = page.frames();
    await expect.poll(() => inner?.content()).toContain('can be framed');
    expect(refused).toHaveLength(pages.length);
    for (const frame of refused) expect(frame.url()).toBe('chrome-error://chromewebdata/');
  } finally {
    external.closeAllConnections();
    external.close();
  }
});

function isHtml({ headers, text }: RawAnswer): boolean {
  return text !== '' && (headers['content-type'] ?? '').startsWith('text/html');
}

test('every kind of text over 1 kB is compressed, not only pages', async ({ addresses }) => {
  const proof = await publishProof(addresses);
  const paths = ['/sign-in', '/style/any', proof.jsonPath, '/.well-known/openid-configuration'];
  const encodings = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`${addresses.siteUrl}${path}`, { headers: { 'accept-encoding': 'gzip' } });
      expect([path, (await answer.text()).length > 1000]).toEqual([path, true]);
      return [
        path,
        answer.headers.get('content-encoding'),
        answer.headers.get('vary')?.includes('Accept-Encoding'),
      ];
    }),
  );
  expect(encodings).toEqual(paths.map((path) => [path, 'gzip', true]));
});
