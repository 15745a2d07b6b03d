import { expect } from 'playwright/test';
import { errors } from '../../lib/errors.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
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

test('reconnects silently after a reload, the demo wallet with the same key', async ({ page }) => {
  await openWallets(page);
  await connectWallet(page, 'Demo Wallet');
  const address = await readAddress(page);
  await page.reload();
  await expect(connectedRow(page)).toBeVisible();
  expect(await readAddress(page)).toBe(address);
});

test('works when the remembered wallet is not installed any more', async ({ page, consoleErrors }) => {
  await page.addInitScript(() => localStorage.setItem('countersign.wallet', '"Removed Wallet"'));
  await openWallets(page);
  await connectWallet(page, 'Demo Wallet');
  expect(consoleErrors).toEqual([]);
});

test('says so when the wallet itself disconnects', async ({ page }) => {
  await openWallets(page, { name: 'Test Wallet' });
  await connectWallet(page);
  await page.evaluate(() => window.testWallets['Test Wallet']?.disconnect());
  await expect(connectedRow(page)).toHaveCount(0);
  const news = page.getByRole('status').getByText(errors['wallet.disconnected'].title);
  await expect(news).toBeInViewport();
  await expectNoAxeViolations(page);
  await connectWallet(page);
  await expect(news).toHaveCount(0);
});

test('says so when the account changes in the wallet', async ({ page }) => {
  await openWallets(page, { name: 'Test Wallet' });
  const row = await connectWallet(page);
  const before = await readAddress(page);
  await page.evaluate(() => window.testWallets['Test Wallet']?.switchAccount());
  await expect(
    page.getByRole('status').getByText(/^Test Wallet switched to another account/),
  ).toBeInViewport();
  expect(await readAddress(page)).not.toBe(before);
  await expect(row).toContainText('Connected, not proven');
  await expectNoAxeViolations(page);
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
