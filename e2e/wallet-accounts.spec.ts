import type { Page } from 'playwright/test';
import { errors } from '../lib/errors.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import { answerWallet, expectNothingProven } from './proving-page.ts';
import {
  chooseInMenu,
  chooseWallet,
  connectButton,
  connectedRow,
  connectWallet,
  openDialog,
  openWallets,
  provenRow,
  proveWallet,
  readAddress,
} from './wallet-page.ts';

type Act = 'switchAccount' | 'repeatNews' | 'disconnect' | 'lock' | 'uninstall' | 'install';

const letWallet = (page: Page, act: Act) =>
  page.evaluate((name) => window.testWallets['Test Wallet']?.[name](), act);

test('shows which account is selected and whether it is proven, whatever the wallet does @phone @tour', async ({
  page,
  member: _member,
  consoleErrors,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const first = await proveWallet(page);
  const proven = provenRow(page, first);
  const news = (text: string | RegExp) => page.getByRole('status').getByText(text);
  await expect(proven).toContainText('Connected');

  await letWallet(page, 'switchAccount');
  await expect(connectedRow(page)).toContainText('Connected, not proven');
  await expect(news(/^Test Wallet switched to another account/)).toBeInViewport();
  await expect(proven).not.toContainText('Connected');
  const second = await readAddress(page);
  expect(second).not.toBe(first);
  await letWallet(page, 'repeatNews');
  expect(await readAddress(page)).toBe(second);
  await expectNoAxeViolations(page);

  await letWallet(page, 'switchAccount');
  await expect(proven).toContainText('Connected');
  await expect(connectedRow(page)).toHaveCount(0);

  await letWallet(page, 'lock');
  await expect(news(errors['wallet.disconnected'].title)).toBeInViewport();
  await show(page, 'wallet-disconnected');
  await expect(proven).not.toContainText('Connected');
  await openDialog(page);
  await chooseWallet(page);
  await expect(proven).toContainText('Connected');

  await letWallet(page, 'uninstall');
  await expect(news(errors['wallet.disconnected'].title)).toBeInViewport();
  await expect(proven).not.toContainText('Connected');
  const dialog = await openDialog(page);
  await expect(dialog.getByRole('button', { name: /^Test Wallet/ })).toHaveCount(0);
  await letWallet(page, 'install');
  await chooseWallet(page);
  await expect(proven).toContainText('Connected');
  expect(consoleErrors).toEqual([]);
});

test('two tabs agree about a wallet that one of them proves, removes or disconnects @slow', async ({
  page,
  context,
  member: _member,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  await connectWallet(page);
  const address = await readAddress(page);
  const second = await context.newPage();
  await openWallets(second, { name: 'Test Wallet' });
  await expect(connectedRow(second)).toContainText('Connected, not proven');
  await page.getByRole('button', { name: 'Prove it' }).click();
  for (const tab of [page, second]) {
    await expect(provenRow(tab, address)).toContainText('Connected');
    await expect(connectedRow(tab)).toHaveCount(0);
  }
  await chooseInMenu(provenRow(page, address), 'Remove…');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove wallet' }).click();
  for (const tab of [page, second]) await expect(connectedRow(tab)).toContainText('Connected, not proven');

  await connectedRow(page).getByRole('button', { name: 'Disconnect' }).click();
  await expect(connectButton(page)).toBeVisible();
  await expect(connectedRow(second)).toContainText('Connected, not proven');
});

test('ends a pending statement when its wallet disconnects, locks or is uninstalled, and connects again @slow @tour', async ({
  page,
  member: _member,
  consoleErrors,
}) => {
  await openWallets(page, { signing: 'hold' });
  await connectWallet(page);
  const dialog = page.getByRole('dialog');
  for (const end of ['disconnect', 'lock', 'uninstall'] as const) {
    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
    await letWallet(page, end);
    await expect(dialog).toHaveAccessibleName(errors['wallet.disconnected'].title);
    await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await show(page, 'wallet-disconnected-while-signing');
    await answerWallet(page);
    await dialog.getByRole('button', { name: 'Connect a wallet' }).click();
    await expect(dialog).toHaveAccessibleName('Connect a wallet on Solana to continue');
    await letWallet(page, 'install');
    await chooseWallet(page);
    await expect(connectedRow(page)).toContainText('Connected, not proven');
  }
  expect(consoleErrors).toEqual([]);
  await expectNothingProven(page);
});
