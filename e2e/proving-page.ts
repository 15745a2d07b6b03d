import { expect, type Locator, type Page } from 'playwright/test';
import type { TestWalletOptions } from './test-wallet.ts';
import { connectWallet, openWallets, readAddress } from './wallet-page.ts';

export async function beginProving(
  page: Page,
  options: TestWalletOptions = {},
): Promise<{ address: string; dialog: Locator }> {
  await openWallets(page, options);
  await connectWallet(page);
  const address = await readAddress(page);
  await page.getByRole('button', { name: 'Prove it' }).click();
  return { address, dialog: page.getByRole('dialog') };
}

/** Like `beginProving`, with a wallet that holds the statement without signing it. */
export async function holdStatement(
  page: Page,
  options: TestWalletOptions = {},
): Promise<{ address: string; dialog: Locator }> {
  const begun = await beginProving(page, { ...options, signing: 'hold' });
  await expect(begun.dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
  return begun;
}

/** Lets the test wallet answer the request it holds. */
export async function answerWallet(page: Page): Promise<void> {
  await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
}

/** Asserts on a fresh page that the server has no proof. */
export async function expectNothingProven(page: Page): Promise<void> {
  await page.goto('/wallets');
  await expect(page.getByText('No wallet is proven yet.')).toBeVisible();
}
