import type { Page } from 'playwright/test';
import { enterPassword } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { expect, test } from './fixtures/test.ts';
import { openDialog } from './wallet-page.ts';

test.use({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
});

const apps = {
  Phantom: /^https:\/\/phantom\.app\/ul\/browse\//,
  Solflare: /^https:\/\/solflare\.com\/ul\/v1\/browse\//,
};

/** Chooses a wallet's app in the open dialog. @returns the URL that opens the app. */
async function openApp(page: Page, name: keyof typeof apps): Promise<URL> {
  await page.route(apps[name], (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'More options' }).click();
  const leaving = page.waitForRequest(apps[name]);
  await page.getByRole('button', { name: new RegExp(`^${name}.*Opens the app`) }).click();
  const { pathname } = new URL((await leaving).url());
  return new URL(decodeURIComponent(pathname.split('/').at(-1) ?? ''));
}

test('opens Phantom at this step, and a user who returns finds the dialog as it was', async ({
  page,
  account,
  addresses,
  member: _member,
}) => {
  await page.goto('/wallets?page=1');
  const dialog = await openDialog(page);
  const opened = await openApp(page, 'Phantom');
  expect(opened.pathname + opened.search).toBe('/wallets?page=1&connect=1');
  await expect(dialog.getByText('Continue in the Phantom app.')).toBeVisible();
  await expectNoAxeViolations(page);

  // A wallet proven in the app's browser appears when the user returns.
  const key = createWalletKey();
  await proveWallet(addresses, await openProver(addresses, account), key);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('One wallet is proven to be yours.')).toBeVisible();
  await expect(dialog).toHaveAccessibleName('Connecting to Phantom');

  // A phone short of memory reloads the page.
  await page.reload();
  await expect(dialog).toHaveAccessibleName('Connect a wallet on Solana to continue');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).search).toBe('?page=1');
});

test('opens Solflare at this step @slow', async ({ page, member: _member }) => {
  await page.goto('/wallets?page=1');
  const dialog = await openDialog(page);
  const opened = await openApp(page, 'Solflare');
  expect(opened.pathname + opened.search).toBe('/wallets?page=1&connect=1');
  await expect(dialog.getByText('Continue in the Solflare app.')).toBeVisible();
});

test("the app's own browser asks to sign in, then continues with the dialog @slow", async ({
  page,
  account,
}) => {
  await page.goto('/wallets?connect=1');
  await page.waitForURL('**/sign-in?next=**');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await enterPassword(page, account);
  await page.waitForURL('**/wallets?connect=1');
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Connect a wallet on Solana to continue');
});

test('sign-in with a wallet opens the app with `next`, and continues there @slow', async ({ page }) => {
  await page.goto('/sign-in?next=/activity');
  await page.getByRole('button', { name: 'Sign in with Solana' }).click();
  const opened = await openApp(page, 'Phantom');
  expect(opened.search).toBe('?next=%2Factivity&connect=1');
  await page.goto(opened.href);
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Connect a wallet on Solana to continue');
  expect((await page.request.get('/wallets')).headers()['content-security-policy']).not.toContain(
    'ws://localhost:*',
  );
});
