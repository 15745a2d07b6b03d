import { expect } from 'playwright/test';
import { errors } from '../../lib/errors.ts';
import {
  chooseWallet,
  connectButton,
  connectedRow,
  connectWallet,
  openDialog,
  openWallets,
  test,
} from '../wallet-page.ts';

for (const [way, leave] of [
  ['Cancel', 'cancel'],
  ['Escape', 'escape'],
] as const)
  test(`connects nobody when the wallet says yes after ${way}`, async ({ page }) => {
    await openWallets(page, { behaviour: 'hold' });
    const dialog = await openDialog(page);
    await chooseWallet(page);
    if (leave === 'cancel') await dialog.getByRole('button', { name: 'Cancel' }).click();
    else await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
    // The late yes is undone: the wallet itself no longer holds this site as connected.
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('test-wallet.Test Wallet.0')))
      .not.toBeNull();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('test-wallet.Test Wallet.allowed')))
      .toBeNull();
    await expect(connectedRow(page)).toHaveCount(0);
    await expect(connectButton(page)).toBeVisible();

    await page.reload();
    await expect(connectButton(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await page.evaluate(() => window.testWallets['Test Wallet']?.requests)).toEqual([]);
  });

test('keeps the second wallet when the first one, cancelled, answers later', async ({ page }) => {
  await openWallets(page, { name: 'Slow Wallet', behaviour: 'hold' }, { name: 'Test Wallet' });
  const dialog = await openDialog(page);
  await chooseWallet(page, 'Slow Wallet');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await connectWallet(page, 'Test Wallet');
  await page.evaluate(() => window.testWallets['Slow Wallet']?.answer());
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('test-wallet.Slow Wallet.0')))
    .not.toBeNull();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('test-wallet.Slow Wallet.allowed')))
    .toBeNull();
  await expect(connectedRow(page)).toContainText('Test Wallet');
});

test('keeps the connected wallet when another one refuses', async ({ page }) => {
  await openWallets(page, { name: 'Test Wallet' }, { name: 'Shy Wallet', behaviour: 'decline' });
  await connectWallet(page, 'Test Wallet');
  await page.getByRole('button', { name: 'Use another wallet' }).click();
  await chooseWallet(page, 'Shy Wallet');
  await expect(page.getByRole('dialog')).toHaveAccessibleName(errors['wallet.cancelled'].title);
  await page.keyboard.press('Escape');
  await expect(connectedRow(page)).toContainText('Test Wallet');
});
