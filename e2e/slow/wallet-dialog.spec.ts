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
