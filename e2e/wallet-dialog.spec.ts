import { expect } from 'playwright/test';
import { drawQrCode } from '../components/ui/qr-code.tsx';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { show } from './fixtures/show-in-tour.ts';
import { hideInstalledWallets } from './test-wallet.ts';
import { connectButton, connectedRow, openDialog, openWallets, test } from './wallet-page.ts';

test('lists installed wallets first, marked Detected, and others behind More options @phone @tour', async ({
  page,
  consoleErrors,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const dialog = await openDialog(page);
  await expect(dialog).toHaveAccessibleName('Connect a wallet on Solana to continue');
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(
    'Connect a wallet on Solana to continue',
  );
  await expect(dialog.getByRole('listitem')).toHaveText([
    /Test Wallet.*Detected/,
    /Demo Wallet.*for trying out.*Detected/,
  ]);
  await show(page, 'wallet-dialog');
  await expectNoAxeViolations(page);

  const more = dialog.getByRole('button', { name: 'More options' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  const less = dialog.getByRole('button', { name: 'Less options' });
  await expect(less).toHaveAttribute('aria-expanded', 'true');
  await expect(dialog.getByRole('link', { name: /Phantom.*Install/ })).toBeVisible();
  await show(page, 'wallet-dialog-more');
  await expectNoAxeViolations(page);

  await less.click();
  await expect(dialog.getByRole('link')).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
});

const exits = {
  'on Escape': (page) => page.keyboard.press('Escape'),
  'on a click on the overlay': (page) => page.mouse.click(5, 5),
  'on Close': (page) => page.getByRole('button', { name: 'Close' }).click(),
} satisfies Record<string, (page: import('playwright/test').Page) => Promise<void>>;

test('takes the focus, keeps it, works by keyboard alone, and returns the focus', {
  tag: '@firefox',
}, async ({ page }) => {
  await openWallets(page, { name: 'Test Wallet', behaviour: 'decline' });
  const dialog = page.getByRole('dialog');
  await test.step('takes the focus, keeps it, and lets nothing behind it be reached', async () => {
    await connectButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading')).toBeFocused();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      );
      expect(isOutside).toBe(false);
    }
    // Leaves the browser's toolbar, where the last Tab may have led.
    const isBack = () =>
      page.evaluate(() => document.hasFocus() && document.activeElement?.closest('dialog') !== null);
    while (!(await isBack())) await page.keyboard.press('Tab');
  });
  await test.step('works with the keyboard alone', async () => {
    await dialog.getByRole('button', { name: /^Test Wallet/ }).focus();
    await page.keyboard.press('Enter');
    // The pressed button is gone, so the next step's heading has the focus.
    await expect(dialog.getByRole('heading')).toBeFocused();
    await expect(dialog).toHaveAccessibleName('You canceled. Nothing changed.');
    await page.keyboard.press('Escape');
    await expect(connectButton(page)).toBeFocused();
  });
  await openDialog(page);
  for (const [way, leave] of Object.entries(exits)) {
    await test.step(`closes ${way} and gives the focus back`, async () => {
      await leave(page);
      await expect(dialog).toBeHidden();
      await expect(connectButton(page)).toBeFocused();
      await openDialog(page);
    });
  }
  await test.step('stays open on a press that begins inside and ends on the overlay', async () => {
    await dialog.getByRole('heading').hover();
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    await expect(dialog).toBeVisible();
  });
});

test('fits a small screen: the sheet scrolls, the page behind it does not', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 420 });
  await openWallets(page);
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'More options' }).click();
  const less = dialog.getByRole('button', { name: 'Less options' });
  await less.scrollIntoViewIfNeeded();
  await expect(less).toBeInViewport();
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
});

test('offers wallets to install if none is detected @phone @slow', async ({ page }) => {
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

test("without a wallet, the page's own link is a code for a phone, and the email field takes over", async ({
  page,
  addresses,
}) => {
  await hideInstalledWallets(page);
  await page.context().clearCookies();
  await page.goto('/sign-in?next=/activity');
  await page.getByRole('button', { name: 'Sign in with Solana' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Use your phone' }).click();
  // Without the query, which this browser alone continues.
  const link = `${addresses.siteUrl}/sign-in`;
  const code = dialog.getByRole('img', { name: "QR code of this page's address" });
  await expect(code.locator('path').last()).toHaveAttribute('d', drawQrCode(link).path);
  await expect(dialog.getByText(link, { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Use email instead' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('with only the Demo Wallet, trying it takes one press', async ({ page }) => {
  await openWallets(page);
  const dialog = await openDialog(page);
  await expect(dialog.getByRole('button', { name: 'Use email instead' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Try it without a wallet' }).click();
  await expect(connectedRow(page)).toContainText('Demo Wallet');
});

test('lists a wallet detected while the dialog is open, and changes the heading @slow', async ({ page }) => {
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
