import { expect } from 'playwright/test';
import { errors } from '../../lib/errors.ts';
import { chooseWallet, connectedRow, connectWallet, openWallets, test } from '../wallet-page.ts';

test('keeps the connected wallet when another one refuses', async ({ page }) => {
  await openWallets(page, { name: 'Test Wallet' }, { name: 'Shy Wallet', behaviour: 'decline' });
  await connectWallet(page, 'Test Wallet');
  await page.getByRole('button', { name: 'Use another wallet' }).click();
  await chooseWallet(page, 'Shy Wallet');
  await expect(page.getByRole('dialog')).toHaveAccessibleName(errors['wallet.cancelled'].title);
  await page.keyboard.press('Escape');
  await expect(connectedRow(page)).toContainText('Test Wallet');
});
