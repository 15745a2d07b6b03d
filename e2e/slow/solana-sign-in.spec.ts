import type { Locator, Page } from 'playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';
import { installTestWallet, type TestWalletOptions } from '../test-wallet.ts';
import { chooseWallet, openWallets, provenRow, proveWallet } from '../wallet-page.ts';

/** Opens the way in, connects the test wallet by it, and waits for what it offers. */
async function connectToSignIn(page: Page, path = '/sign-in'): Promise<Locator> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in with Solana' }).click();
  await chooseWallet(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(/^Sign in with .{4}….{4}$/);
  return dialog;
}

async function openWithWallet(page: Page, wallet: TestWalletOptions, path?: string): Promise<Locator> {
  await installTestWallet(page, wallet);
  return connectToSignIn(page, path);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in**');
}

test('a wallet that is proven on an account with an email signs in to it, as a hardware wallet too', async ({
  page,
  signedIn,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  for (const button of ['Sign with Test Wallet', 'I use a hardware wallet']) {
    await signOut(page);
    const dialog = await connectToSignIn(page);
    await dialog.getByRole('button', { name: button }).click();
    await page.waitForURL(({ pathname }) => pathname === '/wallets');
    await expect(provenRow(page, address)).toBeVisible();
    await expect(page.getByText(signedIn.email)).toBeVisible();
  }
});

test('a wallet that declines or signs something else signs nobody in, and may try again', async ({
  page,
}) => {
  const dialog = await openWithWallet(page, { signing: 'decline' });
  await dialog.getByRole('button', { name: 'Sign with Test Wallet' }).click();
  await expect(dialog).toHaveAccessibleName('You declined. Nothing changed.');
  await page.evaluate(() => window.testWallets['Test Wallet']?.changeSigning('other-text'));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toHaveAccessibleName('Your wallet wrote its own text instead of the statement.');
  await dialog.getByRole('button', { name: 'Sign it as a message' }).click();
  await expect(dialog).toHaveAccessibleName("That signature doesn't match the statement.");
  await dialog.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/wallets');
  await page.waitForURL('**/sign-in?next=%2Fwallets');
});

test('a hardware wallet that is on no account is asked to create one by email first, and told why', async ({
  page,
}) => {
  const dialog = await openWithWallet(page, { can: ['signTransaction'] });
  await dialog.getByRole('button', { name: 'Sign with Test Wallet' }).click();
  await expect(dialog.locator('[data-code="wallet.account_by_email_first"]')).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('link', { name: 'Create an account by email' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
});
