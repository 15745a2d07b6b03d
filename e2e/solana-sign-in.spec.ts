import type { Locator, Page } from 'playwright/test';
import { signOut } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { recordPageHides } from './fixtures/record-page-hide.ts';
import { expect, test } from './fixtures/test.ts';
import { installTestWallet, type TestWalletOptions } from './test-wallet.ts';
import { chooseWallet } from './wallet-page.ts';

/** Opens sign-in, connects the test wallet, and waits for the offer to sign. */
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

const proven = (page: Page) => page.getByRole('list', { name: 'Proven wallets' }).getByRole('listitem');

test('a new wallet gets an account, is proven on it, leaves, and signs in again', async ({
  page,
  consoleErrors,
}) => {
  const dialog = await openWithWallet(page, { can: ['signMessage', 'signTransaction'], signing: 'hold' });
  await expect(
    dialog.getByText("New here? You'll sign twice: to sign in, and for your proof. Both are free."),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Sign with Test Wallet' }).click();
  const paper = dialog.getByRole('region', { name: 'The statement to sign' });
  await expect(paper.locator('strong')).toHaveText(
    /^Sign in to Countersign at localhost:\d+ with this wallet\./,
  );
  await expect(dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
  await expectNoAxeViolations(page);
  await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
  // The second signature, in the same dialog, is optional.
  await expect(dialog).toHaveAccessibleName(/^Prove .{4}….{4}$/);
  await expect(paper.locator('strong')).toHaveText(/^Prove this wallet for the Countersign account with ID /);
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await page.waitForURL(({ pathname }) => pathname === '/wallets');
  await expect(proven(page)).toHaveCount(1);
  await expect(proven(page)).toContainText('Connected');
  const address = (await proven(page).locator('code').textContent()) ?? '';
  await expect(proven(page)).toContainText('Test Wallet');
  const warning = page.getByRole('region', { name: 'Only a wallet opens your account' });
  await expect(warning).toContainText('This wallet is your only sign-in method.');
  await expectNoAxeViolations(page);
  await warning.getByRole('link', { name: 'Add an email' }).click();
  await expect(page).toHaveURL('/account#email');
  await expect(page.locator('#email').getByLabel('Email')).toBeInViewport();

  await page.goto('/security');
  await expect(page.getByRole('link', { name: 'Add an email' })).toHaveAttribute('href', '/account#email');
  await page.goto('/confirm-access');
  await expect(page.getByRole('button', { name: 'Use a wallet' })).toBeVisible();

  await signOut(page);
  await expect(page.getByText('Last used')).toBeVisible();
  const filled = page.locator('main button.button-primary');
  await expect(filled).toHaveText(['Sign in with Solana']);
  await expectNoAxeViolations(page);
  const left = await recordPageHides(page);
  const again = await connectToSignIn(page, '/sign-in?next=/activity');
  await again.getByRole('button', { name: 'Sign with Test Wallet' }).click();
  await expect(again.getByRole('status')).toHaveText('Waiting for Test Wallet.');
  await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
  await page.waitForURL(({ pathname }) => pathname === '/activity');
  expect(await left('/sign-in')).toBe('hidden');
  await expect(page.getByText('your account has no address')).toBeVisible();
  await page.goto('/wallets');
  await expect(proven(page)).toHaveCount(1);
  await expect(proven(page).locator('code')).toHaveText(address);

  // The sign-in proof names no account; a proof to share does.
  const proveToShare = proven(page).getByRole('button', { name: 'Prove to share' });
  await expect(proveToShare).toHaveAccessibleDescription(
    /^Proven by signing in: that signature stays private\. Sign again to create a shareable proof\./,
  );
  await expectFitsPhone(page);
  await proveToShare.click();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Waiting for Test Wallet.');
  await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
  await expect(page.getByText(/^Ready to share: /)).toBeVisible();
  // The sheet opens by itself.
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  await expect(proven(page).getByText('View proof of')).toBeVisible();
  await expect(proven(page).getByText('Proven by signing in')).toBeHidden();
  expect(consoleErrors).toEqual([]);
});

test('a new user without a wallet uses the Demo Wallet, beside a sample without controls, and shares a proof with four presses', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/sign-in');
  const shown = page.getByRole('complementary', { name: 'What you get' });
  await expect(shown.getByRole('img')).toHaveAccessibleName(/^A sample of a proof/);
  await expect(shown.locator('h1, h2, h3, a, input')).toHaveCount(0);
  await expect(shown.getByRole('button')).toHaveCount(1);
  await shown.getByRole('button', { name: 'Try it without a wallet' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(/^Sign in with .{4}….{4}$/);
  await dialog.getByRole('button', { name: 'Sign with Demo Wallet' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/wallets');
  await expect(proven(page)).toContainText('Demo Wallet');
  await proven(page).getByRole('button', { name: 'Share proof' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  await expect(proven(page).getByText('View proof of')).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('a hardware wallet without an account is asked to create one by email first, and learns why @slow', async ({
  page,
}) => {
  const dialog = await openWithWallet(page, { can: ['signTransaction'] });
  await dialog.getByRole('button', { name: 'Sign with Test Wallet' }).click();
  await expect(dialog.locator('[data-code="wallet.account_by_email_first"]')).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('link', { name: 'Create an account by email' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
});
