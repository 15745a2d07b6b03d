import { expect } from 'playwright/test';
import { holdScripts } from './fixtures/hold-scripts.ts';
import { chooseWallet, connectButton, connectedRow, openWallets, test } from './wallet-page.ts';

test('opens the dialog for a press that comes before the code of the page', async ({
  page,
  consoleErrors,
}) => {
  const scripts = await holdScripts(page);
  await page.goto('/wallets', { waitUntil: 'commit' });
  await connectButton(page).click();
  scripts.release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await chooseWallet(page, 'Demo Wallet');
  await expect(connectedRow(page)).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('fetches no wallet code before it is needed', async ({ page }) => {
  await page.clock.install();
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text());
  });
  await openWallets(page);
  await page.waitForLoadState('networkidle');
  const holdsWallets = () => scripts.some((script) => script.includes('standard:connect'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(holdsWallets()).toBe(false);
  await connectButton(page).hover();
  await expect.poll(holdsWallets).toBe(true);
});
