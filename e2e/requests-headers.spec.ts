import { globSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inProject } from '../scripts/project-folder.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { buildFolder } from './fixtures/app-under-test.ts';
import { listPagePaths } from './fixtures/page-paths.ts';
import type { RawAnswer } from './fixtures/raw-request.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

const pages = [...listPagePaths(), '/nothing'];
const injected = '<script>window.injected = true</script><b id="trap" onclick="window.injected = true"></b>';
const neverPages = [
  '/api/health',
  '/api/ready',
  '/api/nothing',
  '/_next/imagexyz',
  '/icon.svg',
  '/favicon.ico',
];

test('every answer says what it is, hides what runs it, and is never framed', async ({
  account,
  addresses,
}) => {
  const visitor = openVisitor(addresses.siteUrl);
  for (const state of ['signed out', 'signed in']) {
    if (state === 'signed in') await visitor.signIn(account);
    for (const path of [...pages, ...neverPages]) {
      const { headers } = await visitor.get(path);
      expect([path, headers['x-powered-by'], headers.server]).toEqual([path, undefined, undefined]);
      expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff']);
      expect([path, headers['referrer-policy']]).toEqual([path, 'same-origin']);
      expect([path, headers['x-frame-options']]).toEqual([path, 'DENY']);
    }
  }
});

test('a site with https says so with every answer: pages, files, data, redirects and refusals', async ({
  account,
  addresses,
}) => {
  const site = 'https://countersign.example';
  const app = await startAppOnBackend(addresses, { variables: { SITE_URL: site } });
  try {
    const [file = ''] = globSync('static/chunks/*.js', { cwd: inProject(buildFolder) });
    const visitor = openVisitor(app.siteUrl, site);
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
  } finally {
    await app.process.stop();
  }
  const plain = await openVisitor(addresses.siteUrl).get('/sign-in');
  expect(plain.headers).not.toHaveProperty('strict-transport-security');
});

test('every HTML answer has a policy with a nonce of its own, on every script and in no other answer', async ({
  account,
  addresses,
}) => {
  const visitor = openVisitor(addresses.siteUrl);
  const nonces: string[] = [];
  for (const state of ['signed out', 'signed in']) {
    if (state === 'signed in') await visitor.signIn(account);
    for (const path of [...pages, ...pages, '/_next/imagexyz']) {
      const answer = await visitor.get(path);
      if (!isHtml(answer)) continue;
      const policy = String(answer.headers['content-security-policy'] ?? '');
      const nonce = /script-src 'self' 'nonce-([\w+/=]{20,})' 'strict-dynamic';/.exec(policy)?.[1];
      expect([path, typeof nonce]).toEqual([path, 'string']);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      const scripts = answer.text.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      expect([path, scripts.filter((script) => !script.includes(`nonce="${nonce}"`))]).toEqual([path, []]);
      nonces.push(nonce ?? '');
    }
  }
  expect(new Set(nonces).size).toBe(nonces.length);
  expect(nonces.length).toBeGreaterThan(pages.length);
});

test('an address that is no page still has a policy that runs nothing', async ({ addresses }) => {
  const visitor = openVisitor(addresses.siteUrl);
  for (const path of ['/api/nothing', '/api/ready']) {
    const { headers } = await visitor.get(path);
    expect([path, headers['content-security-policy']]).toEqual([
      path,
      "default-src 'none'; frame-ancestors 'none'",
    ]);
  }
});

test('files of the build are kept by caches, for ever', async ({ addresses }) => {
  const visitor = openVisitor(addresses.siteUrl);
  const files = globSync('static/{chunks,media}/*.{js,css,woff2}', { cwd: inProject(buildFolder) });
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const { status, headers } = await visitor.get(`/_next/${file}`);
    expect([file, status, headers['cache-control']]).toEqual([
      file,
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
});

test('a script injected into the HTML of any page is blocked', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  await page.addInitScript(() => {
    const violations: string[] = [];
    Reflect.set(window, 'violations', violations);
    addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
  });
  await page.route('**/*', async (route) => {
    // What a policy blocks, it blocks whether or not the page's own scripts and looks arrive.
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

test('a page of another site cannot show a page of ours in a frame', async ({ page, addresses }) => {
  // On this machine too: Chromium keeps pages from elsewhere away from it anyway, which would prove nothing.
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
