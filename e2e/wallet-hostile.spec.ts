import { expect } from 'playwright/test';
import { errors } from '../lib/errors.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { show } from './fixtures/show-in-tour.ts';
import {
  chooseWallet,
  connectedRow,
  connectNextWallet,
  openDialog,
  openWallets,
  test,
} from './wallet-page.ts';

const icons: [string, string][] = [
  ['a tracking address', 'https://tracker.example/icon.png'],
  ['a page', 'data:text/html,<script>alert(1)</script>'],
  ['a script', 'javascript:alert(1)'],
];

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="top.ran=1"><script>top.ran=1</script></svg>';

test('never loads an icon that is not an embedded image, and runs no script inside one', async ({
  page,
  consoleErrors,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('tracker')) elsewhere.push(request.url());
  });
  await openWallets(page, ...icons.map(([, icon], index) => ({ icon, name: `Wallet ${index}` })), {
    icon: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  });
  const dialog = await openDialog(page);
  const image = dialog.getByRole('button', { name: /^Test Wallet/ }).locator('img');
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  for (const [index, [what]] of icons.entries())
    await expect(dialog.getByRole('button', { name: `Wallet ${index}` }).locator('img'), what).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const [index, [what]] of icons.entries()) {
    await test.step(`never loads an icon that is ${what}`, async () => {
      const row = await connectNextWallet(page, `Wallet ${index}`);
      await expect(row.locator('img')).toHaveCount(0);
    });
  }
  expect(elsewhere).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('lists unreadable wallets as such, and connects the others @slow @tour', async ({
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
    /Demo Wallet/,
    /Unnamed wallet.*doesn't work with this page/,
    /Torn Wallet.*doesn't work with this page/,
  ]);
  await show(page, 'wallet-dialog-broken-wallet');
  await expectNoAxeViolations(page);
  await chooseWallet(page, 'Torn Wallet');
  await expect(dialog).toHaveAccessibleName(errors['wallet.load_failed'].title);
  await show(page, 'wallet-broken');
  await dialog.getByRole('button', { name: 'Choose another wallet' }).click();
  await chooseWallet(page, 'Demo Wallet');
  await expect(connectedRow(page)).toContainText('Demo Wallet');
  await expect(page.locator('body')).not.toContainText('RAW-WALLET-WORDS');
  expect(consoleErrors).toEqual([]);
});

test('keeps the page working when a wallet breaks later, and restarts without it @slow', async ({ page }) => {
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
