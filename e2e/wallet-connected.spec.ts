import { expect } from 'playwright/test';
import { errors } from '../lib/errors.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { show } from './fixtures/show-in-tour.ts';
import { installTestWallet } from './test-wallet.ts';
import {
  connectButton,
  connectedRow,
  connectWallet,
  openMenu,
  openWallets,
  readAddress,
  test,
} from './wallet-page.ts';

test('shows the connected wallet as connected, not proven, and disconnects it @tour', async ({
  page,
  consoleErrors,
}) => {
  await openWallets(page);
  const row = await connectWallet(page, 'Demo Wallet');
  await expect(row).toContainText('Connected, not proven');
  await expect(row).toContainText('Demo Wallet');
  await expect(row.getByRole('button', { name: 'Prove it' })).toBeFocused();
  await expect(
    row.getByRole('button', { name: /^[1-9A-HJ-NP-Za-km-z]{4}…[1-9A-HJ-NP-Za-km-z]{4}/ }),
  ).toBeVisible();
  await show(page, 'wallets-connected');
  await expectNoAxeViolations(page);

  await row.getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).toHaveCount(0);
  await expect(connectButton(page)).toBeFocused();
  await expect(page.getByRole('status').getByText('The wallet is disconnected.')).toBeAttached();
  expect(consoleErrors).toEqual([]);
});

test('expands the address and copies it @phone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWallets(page);
  const row = await connectWallet(page, 'Demo Wallet');
  const button = row.getByRole('button', { name: /full address/ });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await row.getByRole('button', { name: 'Copy address' }).click();
  await expect(row.getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const address = await row.locator('code').textContent();
  expect(address).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  await expectNoAxeViolations(page);

  expect(copied).toBe(address);
  // The shortened address is replaced, not repeated.
  await expect(row.getByText(`${copied.slice(0, 4)}…`)).toHaveCount(0);
  const menu = await openMenu(row);
  await expect(menu.getByRole('menuitem', { name: /Solana Explorer/ })).toHaveAttribute(
    'href',
    `https://explorer.solana.com/address/${address}`,
  );
});

test('never prompts on load: not before a connection, and only silently after one', async ({ page }) => {
  const requests = () => page.evaluate(() => window.testWallets['Test Wallet']?.requests);
  await openWallets(page, { name: 'Test Wallet' });
  await expect(connectButton(page)).toBeVisible();
  expect(await requests()).toEqual([]);
  await connectWallet(page);
  await page.reload();
  await expect(connectedRow(page)).toBeVisible();
  expect(await requests()).toEqual([{ silent: true }]);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('stays disconnected, also silently when the wallet no longer allows this site', async ({ page }) => {
  const requests = () => page.evaluate(() => window.testWallets['Test Wallet']?.requests);
  await openWallets(page, { name: 'Test Wallet' });
  await (await connectWallet(page)).getByRole('button', { name: 'Disconnect' }).click();
  await expect(connectButton(page)).toBeVisible();
  await page.reload();
  await expect(connectButton(page)).toBeVisible();
  expect(await requests()).toEqual([]);

  await connectWallet(page);
  await page.evaluate(() => localStorage.removeItem('test-wallet.Test Wallet.allowed'));
  await page.reload();
  await expect.poll(requests).toEqual([{ silent: true }]);
  await expect(connectButton(page)).toBeVisible();
  await expect(connectedRow(page)).toHaveCount(0);
  // The wallet was forgotten, so the next load makes no request.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('countersign.wallet'))).toBeNull();
});

test('selects the address without clipboard access @slow', async ({ page }) => {
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

test('works when the remembered wallet is no longer installed @slow', async ({ page, consoleErrors }) => {
  await page.addInitScript(() => localStorage.setItem('countersign.wallet', '"Removed Wallet"'));
  await openWallets(page);
  await connectWallet(page, 'Demo Wallet');
  expect(consoleErrors).toEqual([]);
});

test('forgets a wallet that never finishes disconnecting, and connects it again @slow', async ({ page }) => {
  await openWallets(page, { behaviour: 'hang-on-disconnect' });
  const row = await connectWallet(page);
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).toHaveCount(0);
  await connectWallet(page);
});

test('keeps one demo key for two tabs that create it at the same time @slow', async ({ page, context }) => {
  const second = await context.newPage();
  await Promise.all([openWallets(page), openWallets(second)]);
  await Promise.all([connectWallet(page, 'Demo Wallet'), connectWallet(second, 'Demo Wallet')]);
  expect(await readAddress(second)).toBe(await readAddress(page));
  await second.reload();
  await expect(connectedRow(second)).toBeVisible();
});

test('explains that the demo wallet needs keys that this browser lacks @slow', async ({ page }) => {
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

test('keeps a wallet connected in one tab when another tab connects a different one @slow', async ({
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
