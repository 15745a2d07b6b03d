import type { Page } from 'playwright/test';
import { enterPassword } from './fixtures/account.ts';
import { changeWallet } from './fixtures/prove-wallet.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { test as base, expect } from './fixtures/test.ts';

/** Playwright disables the bfcache, because its `goBack` doesn't detect a restored page. */
const test = base.extend<object, { launchOptions: object }>({
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
});

test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.restored = '';
    }),
  ),
);

/** Deferred until the call has returned, because its document goes away. */
const goBack = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()));

/** Chromium's headless shell has no bfcache: there, the page reloads, which satisfies every assertion but the first. */
const restored = (page: Page) => page.locator('html[data-restored]');

test('a public page is restored from the bfcache, and checks whether its proof is still valid @slow', async ({
  page,
  addresses,
  browser,
}) => {
  const { executablePath = browser.browserType().executablePath() } =
    test.info().project.use.launchOptions ?? {};
  const hasCache = !/headless.shell/.test(executablePath);
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('typed@example.com');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  await goBack(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  if (hasCache) await expect(page.getByLabel('Email')).toHaveValue('typed@example.com');
  await expect(restored(page)).toHaveCount(hasCache ? 1 : 0);

  const proof = await publishProof(addresses);
  await page.goto(proof.path);
  await expect(page.getByText('All 9 checks passed in this browser.')).toBeVisible();
  await page.evaluate(() => location.assign('/sign-up'));
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  await changeWallet(addresses, proof.prover, 'remove_wallet', proof.walletId);
  await goBack(page);
  await expect(page.getByRole('heading', { level: 1, name: 'This proof has ended' })).toBeVisible();
});

test("account data shown in a public page's document is not restored @slow", async ({
  page,
  account,
  addresses,
}) => {
  // The password step is then in the same document.
  await page.context().addCookies([{ name: 'last-method', value: 'password', url: addresses.siteUrl }]);
  await page.goto('/sign-in');
  await enterPassword(page, account);
  await expect(page).toHaveURL('/wallets');
  // Still the sign-in page's document, which the browser may keep.
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(
    /\/sign-in$/,
  );
  await page.evaluate(() => location.assign('/robots.txt'));
  await expect(page).toHaveURL('/robots.txt');
  await page.context().clearCookies();
  await goBack(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL('/sign-in?next=%2Fwallets');
  await expect(restored(page)).toHaveCount(0);
});
