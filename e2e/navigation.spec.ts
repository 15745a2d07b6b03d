import type { Page, Request } from 'playwright/test';
import { waitForHydration } from './fixtures/hydration.ts';
import { openSetting } from './fixtures/open-setting.ts';
import { openSignedInVisitor } from './fixtures/signed-in-visitor.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

function followPages(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => isPage(request) && asked.push(new URL(request.url()).pathname));
  return asked;
}

/** A page's content. Before it the router asks once for the outline of a page that it doesn't know. */
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

test('a page that is pointed at is there for the press, no other one is fetched, and a change made since is on it', async ({
  page,
  signedIn,
}) => {
  await waitForHydration(page);
  const asked = followPages(page);
  const fetched = page.waitForResponse((response) => isPage(response.request()));
  await place(page, 'Activity').hover();
  await fetched;
  await page.mouse.down();
  await page.mouse.up();
  await expect(title(page, 'Activity')).toBeVisible();
  expect(asked).toEqual(['/activity']);

  // As when the network is slow.
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/account\?_rsc/, async (route) => {
    await held;
    await route.continue();
  });
  await place(page, 'Account').click();
  await expect(title(page, 'Activity')).toBeVisible();
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
  // What was fetched ahead was in the memory of a document that is gone.
  await expect(document.evaluate((old) => old.title)).rejects.toThrow();
});

test('a document that has shown an account hides when it may be kept, and loads again when it is shown again', async ({
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

test('a page is whole in its first answer, and one that leads elsewhere says so with its status', async ({
  account,
  addresses,
}) => {
  const visitor = await openSignedInVisitor(addresses, account);
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
  const past = await visitor.get('/wallets?page=99');
  expect([past.status, past.headers.location]).toEqual([307, '/wallets']);
});

test('crawlers find the rules and the two pages that may be found, and password managers the way to a new password', async ({
  account,
  addresses,
}) => {
  const nobody = openVisitor(addresses.siteUrl);
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

  for (const visitor of [nobody, await openSignedInVisitor(addresses, account)]) {
    const { status, headers } = await visitor.get('/.well-known/change-password');
    expect([status, headers.location]).toEqual([302, '/security#password']);
    // What a password manager asks for first, to see whether the site says no to anything.
    const nothing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    expect((await visitor.get(nothing)).status).toBe(404);
  }
  expect((await nobody.get('/security')).headers.location).toBe('/sign-in?next=%2Fsecurity');
});
