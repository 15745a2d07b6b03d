import { decodeJwt } from 'jose';
import { expect, type Locator, type Page } from 'playwright/test';
import { isSessionCookie, unpackSession } from './fixtures/session-cookies.ts';
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

/** The account and the session of this page's browser, as the server's functions name them. */
export async function readOwner(
  page: Page,
  addresses: Addresses,
): Promise<{ p_user_id: string; p_session_id: string }> {
  const cookies = (await page.context().cookies()).filter(({ name }) => isSessionCookie(name));
  const session = unpackSession(new Map(cookies.map(({ name, value }) => [name, value])), addresses);
  const { sub, session_id } = decodeJwt(session.access_token);
  return { p_user_id: String(sub), p_session_id: String(session_id) };
}

/** Calls a function of the database as the server does. Throws unless it succeeds. */
export async function callAsServer(
  { supabaseUrl, secretKey }: Pick<Addresses, 'supabaseUrl' | 'secretKey'>,
  name: string,
  parameters: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      ...headers,
      ...{ 'content-profile': 'countersign', apikey: secretKey, 'content-type': 'application/json' },
    },
    body: JSON.stringify(parameters),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${answer}`);
  return answer === '' ? null : JSON.parse(answer);
}

/** Asks for this many statements for the account of the page, as its other tabs could. Nobody signs them. */
export async function issueOtherStatements(page: Page, addresses: Addresses, count: number): Promise<void> {
  const owner = await readOwner(page, addresses);
  for (let issued = 0; issued < count; issued += 1)
    await callAsServer(addresses, 'issue_challenge', {
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
