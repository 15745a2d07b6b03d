import { expect } from 'playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { hideInstalledWallets } from '../test-wallet.ts';
import { openDialog, openWallets, test } from '../wallet-page.ts';

test('offers wallets to install when none is found @phone', async ({ page }) => {
  await hideInstalledWallets(page);
  await openWallets(page);
  const dialog = await openDialog(page);
  await expect(dialog).toHaveAccessibleName("You'll need a wallet on Solana to continue");
  await expect(dialog.getByRole('button', { name: 'More options' })).toHaveCount(0);
  await expect(dialog.getByText('Detected')).toHaveCount(0);
  await expect(dialog.getByText('Install one of these, then come back')).toBeVisible();
  const links = dialog.getByRole('link', { name: /Install/ });
  expect(await links.count()).toBeGreaterThanOrEqual(4);
  for (const link of await links.all()) {
    expect(await link.getAttribute('href')).toMatch(/^https:/);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
  await expectNoAxeViolations(page);
});

test('lists a wallet that is found while the dialog is open, and changes the heading', async ({ page }) => {
  await hideInstalledWallets(page);
  await openWallets(page);
  const dialog = await openDialog(page);
  await page.evaluate(() => {
    const provider = { isPhantom: true };
    Object.assign(window, { isPhantomInstalled: true, phantom: { solana: provider } });
  });
  await expect(dialog.getByRole('button', { name: /Phantom.*Detected/ })).toBeVisible();
  await expect(dialog).toHaveAccessibleName('Connect a wallet on Solana to continue');
});

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  });

  test('opens the app of a wallet that has one', async ({ page }) => {
    await hideInstalledWallets(page);
    await openWallets(page);
    const dialog = await openDialog(page);
    await expect(dialog.getByText('Use one that you have, or install one')).toBeVisible();
    await page.route('https://phantom.app/**', (route) => route.fulfill({ status: 204 }));
    const opened = page.waitForRequest(/^https:\/\/phantom\.app\/ul\/browse\//);
    await dialog.getByRole('button', { name: /Phantom.*Opens the app/ }).click();
    await opened;
    await expect(dialog.getByText('Continue in the Phantom app.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });
});
