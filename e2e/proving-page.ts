import { expect, type Locator, type Page } from 'playwright/test';
import { callFunction } from './fixtures/account.ts';
import { ofProver, readProver } from './fixtures/prove-wallet.ts';
import type { Addresses } from './fixtures/stack.ts';
import type { TestWalletOptions } from './test-wallet.ts';
import { connectWallet, openWallets, readAddress } from './wallet-page.ts';

/** Connects the test wallet with these options and presses `Prove it`. */
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

/** As `beginProving`, with a wallet that waits: it holds a statement and has not signed yet. */
export async function holdStatement(
  page: Page,
  options: TestWalletOptions = {},
): Promise<{ address: string; dialog: Locator }> {
  const begun = await beginProving(page, { ...options, signing: 'hold' });
  await expect(begun.dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
  return begun;
}

/** Lets the test wallet answer what it holds. */
export async function answerWallet(page: Page): Promise<void> {
  await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
}

/** That nothing is proven, as the server says it on a fresh page. */
export async function expectNothingProven(page: Page): Promise<void> {
  await page.goto('/wallets');
  await expect(page.getByText('No wallet is proven yet.')).toBeVisible();
}

/** Asks for this many statements for the account of the page, as its other tabs could. Nobody signs them. */
export async function issueOtherStatements(page: Page, addresses: Addresses, count: number): Promise<void> {
  const owner = ofProver(await readProver(page, addresses));
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
