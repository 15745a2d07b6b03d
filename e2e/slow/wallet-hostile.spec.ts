import { expect } from 'playwright/test';
import { errors } from '../../lib/errors.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { chooseWallet, connectedRow, openDialog, openWallets, test } from '../wallet-page.ts';

test('cuts a wallet name of 10 kB and stays usable @phone', async ({ page, consoleErrors }) => {
  await openWallets(page, { name: 'W'.repeat(10_000) });
  const dialog = await openDialog(page);
  await expect(dialog.getByRole('listitem').first()).toHaveText(`${'W'.repeat(39)}…Detected`);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  await expectNoAxeViolations(page);
  await chooseWallet(page, 'WWW');
  await expect(page.getByRole('region', { name: 'Connected wallet' })).toContainText(`${'W'.repeat(39)}…`);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Connected wallet' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('lists wallets that can not be read as such, and connects the others', async ({
  page,
  consoleErrors,
}) => {
  await openWallets(
    page,
    { name: 'Nameless', throwsOn: 'name' },
    { name: 'Torn Wallet', throwsOn: 'features' },
  );
  const dialog = await openDialog(page);
  await expect(dialog.getByRole('listitem')).toHaveText([
    /Unnamed wallet.*doesn't work with this page/,
    /Torn Wallet.*doesn't work with this page/,
    /Demo Wallet/,
  ]);
  await expectNoAxeViolations(page);
  await chooseWallet(page, 'Torn Wallet');
  await expect(dialog).toHaveAccessibleName(errors['wallet.load_failed'].title);
  await dialog.getByRole('button', { name: 'Choose another wallet' }).click();
  await chooseWallet(page, 'Demo Wallet');
  await expect(connectedRow(page)).toContainText('Demo Wallet');
  await expect(page.locator('body')).not.toContainText('RAW-WALLET-WORDS');
  expect(consoleErrors).toEqual([]);
});

test('leaves the page alive when a wallet breaks later, and begins again without it', async ({ page }) => {
  await openWallets(page, { name: 'Test Wallet' });
  await openDialog(page);
  await page.evaluate(() => window.testWallets['Test Wallet']?.breakName());
  await chooseWallet(page, 'Demo Wallet');
  const alert = page.getByRole('alert').filter({ hasText: errors['wallet.broke_page'].title });
  await expect(alert).toBeVisible();
  await expect(page.locator('body')).not.toContainText('RAW-WALLET-WORDS');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog').getByText("doesn't work with this page")).toBeVisible();
  await chooseWallet(page, 'Demo Wallet');
  await expect(connectedRow(page)).toContainText('Demo Wallet');
});
