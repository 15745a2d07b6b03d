import { errors } from '../../lib/errors.ts';
import { createAccount, signIn } from '../fixtures/account.ts';
import { expect, test } from '../fixtures/test.ts';
import { connectWallet, openWallets, provenRow, proveWallet } from '../wallet-page.ts';

test('leaves a wallet where it is when the move is declined', async ({ page, addresses, member: first }) => {
  const second = await createAccount(addresses);
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await signIn(page, second);
  await connectWallet(page);
  await page.getByRole('button', { name: 'Prove it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(errors['wallet.proven_elsewhere'].title);
  await page.evaluate(() => window.testWallets['Test Wallet']?.changeSigning('decline'));
  await dialog.getByRole('button', { name: 'Move it here' }).click();
  await expect(dialog).toHaveAccessibleName(errors['wallet.declined'].title);
  await dialog.getByRole('button', { name: 'Back to wallets' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await signIn(page, first);
  await expect(provenRow(page, address)).toBeVisible();
});
