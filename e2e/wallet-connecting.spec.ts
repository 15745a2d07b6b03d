import { expect } from 'playwright/test';
import type { WalletErrorCode } from '../lib/errors/wallet.ts';
import { errors } from '../lib/errors.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { show } from './fixtures/show-in-tour.ts';
import {
  chooseWallet,
  connectButton,
  connectedRow,
  connectWallet,
  openDialog,
  openWallets,
  test,
} from './wallet-page.ts';

const failures: [unknown, WalletErrorCode][] = [
  [{ code: 4001, message: 'User rejected the request. RAW-WALLET-WORDS' }, 'wallet.cancelled'],
  [{ code: 4100, message: 'RAW-WALLET-WORDS' }, 'wallet.locked'],
  [{ error: { code: -32002, message: 'RAW-WALLET-WORDS' } }, 'wallet.request_open'],
  [{ message: 'RAW-WALLET-WORDS', cause: { error: { code: 4900 } } }, 'wallet.offline'],
  [{ name: 'WalletWindowBlockedError', message: 'RAW-WALLET-WORDS' }, 'wallet.window_blocked'],
  [{ name: 'WalletWindowClosedError' }, 'wallet.window_closed'],
  [{ name: 'WalletTimeoutError' }, 'wallet.timed_out'],
  [{ context: { __code: 4001000 } }, 'wallet.cancelled'],
  [{ message: 'Extension context invalidated. RAW-WALLET-WORDS' }, 'wallet.connection_failed'],
  [['RAW-WALLET-WORDS', null], 'wallet.connection_failed'],
  [null, 'wallet.connection_failed'],
];

test("explains wallet errors in the catalogue's words, and lets the user choose another wallet @tour", async ({
  page,
  consoleErrors,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const dialog = await openDialog(page);
  for (const [thrown, code] of failures) {
    await page.evaluate((refusal) => window.testWallets['Test Wallet']?.refuseWith(refusal), thrown);
    await chooseWallet(page);
    await expect(dialog).toHaveAccessibleName(errors[code].title);
    await expect(dialog.getByText(errors[code].hint)).toBeVisible();
    await show(page, code.replaceAll(/[._]/g, '-'));
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toHaveAccessibleName(errors[code].title);
    await expect(page.locator('body')).not.toContainText('RAW-WALLET-WORDS');
    if (code === 'wallet.locked') await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Choose another wallet' }).click();
  }
  await chooseWallet(page, 'Demo Wallet');
  await expect(connectedRow(page)).toContainText('Demo Wallet');
  expect(consoleErrors).toEqual([]);
});

test('shows which wallet is connecting, and cancels @tour', async ({ page }) => {
  await openWallets(page, { behaviour: 'hold' });
  const dialog = await openDialog(page);
  await chooseWallet(page);
  await expect(dialog).toHaveAccessibleName('Connecting to Test Wallet');
  await expect(dialog.getByText('Approve in Test Wallet.')).toBeVisible();
  await show(page, 'wallet-connecting');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(connectButton(page)).toBeFocused();
});

test('a wallet that locks just after it approved is reported, not waited for', async ({ page }) => {
  await openWallets(page, {});
  const dialog = await openDialog(page);
  // The page stores the wallet's name once it has selected it, and before it knows the account.
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key === 'countersign.wallet') window.testWallets['Test Wallet']?.lock();
      setItem.call(this, key, value);
    };
  });
  await chooseWallet(page);
  await expect(dialog).toHaveAccessibleName(errors['wallet.disconnected'].title);
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('keeps the connected wallet when another one refuses @slow', async ({ page }) => {
  await openWallets(page, { name: 'Test Wallet' }, { name: 'Shy Wallet', behaviour: 'decline' });
  await connectWallet(page, 'Test Wallet');
  await page.getByRole('button', { name: 'Use another wallet' }).click();
  await chooseWallet(page, 'Shy Wallet');
  await expect(page.getByRole('dialog')).toHaveAccessibleName(errors['wallet.cancelled'].title);
  await page.keyboard.press('Escape');
  await expect(connectedRow(page)).toContainText('Test Wallet');
});
