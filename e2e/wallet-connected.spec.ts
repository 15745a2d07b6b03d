import { expect } from 'playwright/test';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { connectButton, connectedRow, connectWallet, openMenu, openWallets, test } from './wallet-page.ts';

test('shows the connected wallet as connected, not proven, and disconnects it', async ({
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
  await expectNoAxeViolations(page);

  await row.getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).toHaveCount(0);
  await expect(connectButton(page)).toBeFocused();
  await expect(page.getByRole('status').getByText('The wallet is disconnected.')).toBeAttached();
  expect(consoleErrors).toEqual([]);
});

test('shows the whole address on demand and copies it @phone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWallets(page);
  const row = await connectWallet(page, 'Demo Wallet');
  const button = row.getByRole('button', { name: /whole address/ });
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
  // Once, not twice.
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

test('stays disconnected once disconnected, and without a word when the wallet no longer allows this site', async ({
  page,
}) => {
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
  // It was forgotten, so the next load does not even ask.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('countersign.wallet'))).toBeNull();
});
