import { expect } from 'playwright/test';
import { errors } from '../../lib/errors.ts';
import { installTestWallet } from '../test-wallet.ts';
import { connectedRow, connectWallet, openWallets, readAddress, test } from '../wallet-page.ts';

test('selects the address where copying is not allowed', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await openWallets(page);
  const row = await connectWallet(page, 'Demo Wallet');
  const address = await readAddress(page);
  await row.getByRole('button', { name: 'Copy address' }).click();
  await expect(row.getByRole('status')).toHaveText(/^Selected/);
  expect(await page.evaluate(() => String(getSelection()))).toBe(address);
});

test('works when the remembered wallet is not installed any more', async ({ page, consoleErrors }) => {
  await page.addInitScript(() => localStorage.setItem('countersign.wallet', '"Removed Wallet"'));
  await openWallets(page);
  await connectWallet(page, 'Demo Wallet');
  expect(consoleErrors).toEqual([]);
});

test('lets go of a wallet that never finishes disconnecting, and connects it again', async ({ page }) => {
  await openWallets(page, { behaviour: 'hang-on-disconnect' });
  const row = await connectWallet(page);
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).toHaveCount(0);
  await connectWallet(page);
});

test('holds one key in two tabs, made at the same moment', async ({ page, context }) => {
  const second = await context.newPage();
  await Promise.all([openWallets(page), openWallets(second)]);
  await Promise.all([connectWallet(page, 'Demo Wallet'), connectWallet(second, 'Demo Wallet')]);
  expect(await readAddress(second)).toBe(await readAddress(page));
  await second.reload();
  await expect(connectedRow(second)).toBeVisible();
});

test('explains that the demo wallet needs keys this browser does not have', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await openWallets(page);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Demo Wallet/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName(errors['wallet.demo_unavailable'].title);
});

test('keeps a wallet connected in one tab when another tab connects a different one', async ({
  page,
  context,
}) => {
  const second = await context.newPage();
  await installTestWallet(second, { name: 'Test Wallet' });
  await openWallets(page);
  await second.goto('/wallets');
  await connectWallet(page, 'Demo Wallet');
  await connectWallet(second, 'Test Wallet');
  await expect(connectedRow(page)).toContainText('Demo Wallet');
});
