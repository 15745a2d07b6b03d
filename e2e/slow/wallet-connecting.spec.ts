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

test('explains a wallet that says yes without an account', async ({ page, consoleErrors }) => {
  await openWallets(page, { behaviour: 'no-account' });
  const dialog = await openDialog(page);
  await chooseWallet(page);
  await expect(dialog).toHaveAccessibleName(errors['wallet.no_account'].title);
  expect(consoleErrors).toEqual([]);
});

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

test('takes the answer to the first request when the same wallet is chosen again', async ({ page }) => {
  await openWallets(page, { behaviour: 'hold' });
  const dialog = await openDialog(page);
  await chooseWallet(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openDialog(page);
  await chooseWallet(page);
  await expect(dialog).toHaveAccessibleName('Connecting to Test Wallet');
  await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
  await expect(connectedRow(page)).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('asks a wallet once when it is double-clicked', async ({ page }) => {
  await openWallets(page, { behaviour: 'hold' });
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: /^Test Wallet/ }).dblclick();
  await expect(dialog).toHaveAccessibleName('Connecting to Test Wallet');
  expect(await page.evaluate(() => window.testWallets['Test Wallet']?.requests)).toEqual([{ silent: false }]);
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

test('gives up on a wallet that never answers, and says so', async ({ page }) => {
  await page.clock.install();
  await openWallets(page, { behaviour: 'hold' });
  const dialog = await openDialog(page);
  await chooseWallet(page);
  await expect(dialog).toHaveAccessibleName('Connecting to Test Wallet');
  await page.clock.runFor(5000);
  await expect(dialog.getByRole('status')).toContainText("Nothing opened? Click the wallet's icon");
  await page.clock.runFor(26_000);
  await expect(dialog).toHaveAccessibleName(errors['wallet.timed_out'].title);
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

test('switches from one wallet to another', async ({ page }) => {
  await openWallets(page, { name: 'Test Wallet' });
  await connectWallet(page, 'Test Wallet');
  await page.getByRole('button', { name: 'Use another wallet' }).click();
  await chooseWallet(page, 'Demo Wallet');
  await expect(connectedRow(page)).toContainText('Demo Wallet');
  await expect(page.getByRole('status').getByText('Demo Wallet is connected.')).toBeAttached();
});
