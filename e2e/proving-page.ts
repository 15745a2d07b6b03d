import { expect, type Locator, type Page } from 'playwright/test';
import { callFunction } from './fixtures/account.ts';
import { proverParameters, readProver } from './fixtures/prove-wallet.ts';
import type { Addresses } from './fixtures/stack.ts';
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

/** Issues this many statements for the page's account, as other tabs could. None is signed. */
export async function issueOtherStatements(page: Page, addresses: Addresses, count: number): Promise<void> {
  const owner = proverParameters(await readProver(page, addresses));
  for (let issued = 0; issued < count; issued += 1)
    await callFunction(addresses, 'issue_challenge', {
      ...owner,
      p_purpose: 'prove',
      p_method: 'sign_message',
      p_chain: 'solana:mainnet',
      p_address: 'So11111111111111111111111111111111111111112',
      p_origin: addresses.siteUrl,
      p_nonce: crypto.randomUUID().replaceAll('-', ''),
      p_message: Buffer.from(`A statement ${crypto.randomUUID()}`).toString('base64'),
      p_expires_in_seconds: 300,
    });
}
