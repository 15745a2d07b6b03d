import type { Page, Request } from 'playwright/test';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { holdCalls } from './fixtures/hold-calls.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { openSetting } from './fixtures/open-setting.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { sendRaw } from './fixtures/raw-request.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import { skipOnExternalProject } from './fixtures/skip-on-external-project.ts';
import { expect, test } from './fixtures/test.ts';

function followPages(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => isPage(request) && asked.push(new URL(request.url()).pathname));
  return asked;
}

/** Whether a request is for a page's content. The router first requests the outline of an unknown page, once. */
function isPage(request: Request): boolean {
  const headers = request.headers();
  return headers.rsc !== undefined && !headers['next-router-segment-prefetch'];
}

function place(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
}

function title(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name });
}

test('hovering prefetches a page and no other, and a later change is on it', async ({ page, signedIn }) => {
  await waitForHydration(page);
  const asked = followPages(page);
  const fetched = page.waitForResponse((response) => isPage(response.request()));
  await place(page, 'Activity').hover();
  await fetched;
  await page.mouse.down();
  await page.mouse.up();
  await expect(title(page, 'Activity')).toBeVisible();
  expect(asked).toEqual(['/activity']);

  // Simulates a slow network.
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/(account|security)\?_rsc/, async (route) => {
    await held;
    await route.continue();
  });
  await place(page, 'Security').click();
  await place(page, 'Account').click();
  await expect(title(page, 'Activity')).toBeVisible();
  // One line, at the place pressed last.
  await expect(page.locator('.place-link[data-marked=true]')).toHaveText(['Account']);
  await expect(page.locator('.place-link[aria-current=page]')).toHaveText(['Activity']);
  answer();
  await expect(title(page, 'Account')).toBeVisible();

  await openSetting(page, 'the name');
  await page.getByLabel('Display name').fill('Ada');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved')).toBeVisible();
  await place(page, 'Activity').click();
  await expect(page.getByText('Changed the display name').first()).toBeVisible();

  const document = await page.evaluateHandle(() => globalThis.document);
  await place(page, 'Security').hover();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(title(page, 'Sign in')).toBeVisible();
  expect(await page.content()).not.toContain(signedIn.email);
  // Prefetched pages were in the memory of the old document.
  await expect(document.evaluate((old) => old.title)).rejects.toThrow();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a tap requests its page once, since the finger arrives with the press', async ({
    page,
    signedIn: _signedIn,
  }) => {
    await waitForHydration(page);
    const asked: string[] = [];
    page.on('request', (request) => request.headers().rsc && asked.push(new URL(request.url()).pathname));
    await place(page, 'Activity').tap();
    await expect(title(page, 'Activity')).toBeVisible();
    expect(asked).toEqual(['/activity']);
  });
});

test('a document that has shown an account hides when the browser may keep it, and reloads when restored', async ({
  page,
  signedIn,
}) => {
  await expect(page.getByText(signedIn.email)).toBeAttached();
  await waitForHydration(page);
  const transition = (name: string) =>
    page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), name);
  await transition('pagehide');
  await expect(page.locator('html')).toBeHidden();
  const loaded = page.waitForEvent('load');
  await transition('pageshow');
  await loaded;
  await expect(title(page, 'Wallets')).toBeVisible();
});

test('a page is complete in its first answer, of less than 11 kB without its styles, and a redirect has its status', async ({
  account,
  addresses,
}) => {
  const visitor = await openSignedInClient(addresses, account);
  const contents = { '/wallets': 'Connect a wallet and sign', '/activity': 'What happened on your account' };
  for (const [path, content] of Object.entries(contents)) {
    const { status, text } = await visitor.get(path);
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    expect([path, status, main.includes(content), main.includes('<template')]).toEqual([
      path,
      200,
      true,
      false,
    ]);
  }
  const { text } = await visitor.get('/apps');
  expect(text.replace(/<style.*<\/style>/s, '').length).toBeLessThan(11_000);
  const past = await visitor.get('/wallets?page=99');
  expect([past.status, past.headers.location]).toEqual([307, '/wallets']);
});

test('crawlers find the rules and the two public pages, and password managers the page for a new password', async ({
  account,
  addresses,
}) => {
  const nobody = openHttpClient(addresses.siteUrl);
  const rules = await nobody.get('/robots.txt');
  expect([rules.status, rules.headers['content-type'], rules.headers['cache-control']]).toEqual([
    ...[200, 'text/plain; charset=utf-8'],
    'public, max-age=3600',
  ]);
  for (const path of ['/sign-in', '/sign-up']) {
    const { text } = await nobody.get(`${path}?next=%2Faccount`);
    expect(text).toContain(`<link rel="canonical" href="${addresses.siteUrl}${path}"/>`);
    expect(text).toContain('<meta name="robots" content="index, follow"/>');
  }
  for (const path of ['/reset-password', '/proofs/nothing'])
    expect((await nobody.get(path)).text).toContain('<meta name="robots" content="noindex"/>');

  for (const visitor of [nobody, await openSignedInClient(addresses, account)]) {
    const { status, headers } = await visitor.get('/.well-known/change-password');
    expect([status, headers.location]).toEqual([302, '/security#password']);
    // Password managers first request this, to check that the site answers 404 to unknown paths.
    const nothing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    expect((await visitor.get(nothing)).status).toBe(404);
  }
  expect((await nobody.get('/security')).headers.location).toBe('/sign-in?next=%2Fsecurity');
});

test('a page requests all its data from the database in one call, or a few at once, and nothing twice @slow', async ({
  addresses,
}) => {
  skipOnExternalProject('stands between an app and its backend');
  const { account } = await publishProof(addresses);
  const visitor = await openSignedInClient(addresses, account);
  const [, walletEntry] =
    /not-me\?entry=(\d+)/.exec((await visitor.get('/activity?show=wallets')).text) ?? [];
  const calls = await holdCalls(addresses.supabaseUrl);
  const app = await startAppOnBackend(
    { ...addresses, supabaseUrl: calls.url },
    { variables: { SUPABASE_JWT_ISSUER: `${addresses.supabaseUrl}/auth/v1` } },
  );
  const pages = {
    '/account': ['POST /rest/v1/rpc/describe_account'],
    '/wallets': ['POST /rest/v1/rpc/list_wallets'],
    '/apps': ['POST /rest/v1/rpc/list_oauth_grants'],
    '/activity': ['POST /rest/v1/rpc/list_activity'],
    [`/activity/not-me?entry=${walletEntry}`]: [
      'POST /rest/v1/rpc/describe_security',
      'POST /rest/v1/rpc/list_activity',
      'POST /rest/v1/rpc/list_oauth_grants',
    ],
    '/security': ['GET /auth/v1/admin/users/{id}/factors', 'POST /rest/v1/rpc/describe_security'],
  };
  try {
    const headers = { cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') };
    // Requests that a server makes once: its keys, and whether it supports passkeys.
    await sendRaw(app.siteUrl, { path: '/account', headers });
    await sendRaw(app.siteUrl, { path: '/api/ready' });
    for (const [path, expected] of Object.entries(pages)) {
      calls.expect(expected.length);
      const { status, text } = await sendRaw(app.siteUrl, { path, headers });
      expect([path, status, calls.waves]).toEqual([path, 200, [expected]]);
      if (path.includes('?entry=')) expect(text).toContain('href="/wallets/manage?address=');
    }
  } finally {
    await app.process.stop();
    await calls.stop();
  }
});
