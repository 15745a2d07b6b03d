import type { Page } from 'playwright/test';
import { errors } from '../lib/errors.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';
import {
  chooseWallet,
  connectedRow,
  openDialog,
  openWallets,
  provenRow,
  proveWallet,
  readAddress,
} from './wallet-page.ts';

type Act = 'switchAccount' | 'repeatNews' | 'disconnect' | 'lock' | 'uninstall' | 'install';

const letWallet = (page: Page, act: Act) =>
  page.evaluate((name) => window.testWallets['Test Wallet']?.[name](), act);

test('says which account is selected and whether it is proven, whatever the wallet does @phone', async ({
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
