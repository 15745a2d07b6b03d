import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { connectToSignIn, openWithWallet, signOut } from '../fixtures/solana-sign-in-page.ts';
import { expect, test } from '../fixtures/test.ts';
import { openWallets, provenRow, proveWallet } from '../wallet-page.ts';

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
