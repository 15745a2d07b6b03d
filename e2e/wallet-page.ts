import { expect, type Locator, type Page } from 'playwright/test';
import { test as base } from './fixtures/test.ts';
import { installTestWallet, type TestWalletOptions } from './test-wallet.ts';

/** Tests that begin signed in. Each worker has one account. */
export const test = base.extend({
  storageState: async ({ sharedSession }, use) => use(sharedSession),
});

/** Opens `/wallets` with these wallets besides the demo wallet. */
export async function openWallets(page: Page, ...wallets: TestWalletOptions[]): Promise<void> {
  for (const wallet of wallets) await installTestWallet(page, wallet);
  await page.goto('/wallets');
}

export function connectButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Connect wallet' });
}

export async function openDialog(page: Page): Promise<Locator> {
  await connectButton(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Presses a detected wallet in the dialog, by the beginning of its name. */
export async function chooseWallet(page: Page, name = 'Test Wallet'): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
}

/** Signs in with a wallet on the open sign-in page. */
export async function signInByWallet(page: Page, name = 'Test Wallet'): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Solana' }).click();
  await chooseWallet(page, name);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Sign with ${name}` })
    .click();
}

export function connectedRow(page: Page): Locator {
  return page.getByRole('region', { name: 'Connected wallet' });
}

export async function connectWallet(page: Page, name = 'Test Wallet'): Promise<Locator> {
  await openDialog(page);
  await chooseWallet(page, name);
  const row = connectedRow(page);
  await expect(row).toBeVisible();
  return row;
}

/** Connects another wallet, whether or not one is connected. */
export async function connectNextWallet(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: /^(Connect wallet|Use another wallet)$/ }).click();
  await chooseWallet(page, name);
  const row = connectedRow(page);
  await expect(row).toContainText(name);
  return row;
}

export function provenRow(page: Page, address: string): Locator {
  return page
    .getByRole('list', { name: 'Proven wallets' })
    .getByRole('listitem')
    .filter({ hasText: address });
}

/** Connects and proves a wallet, and waits until the page lists it. @returns its full address. */
export async function proveWallet(page: Page, name = 'Test Wallet'): Promise<string> {
  await connectWallet(page, name);
  const address = await readAddress(page);
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(provenRow(page, address)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  return address;
}

export async function openMenu(row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^More for / }).click();
  const menu = row.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu;
}

export async function chooseInMenu(row: Locator, name: string): Promise<void> {
  await (await openMenu(row)).getByRole('menuitem', { name }).click();
}

/** Opens the dialog that changes a wallet's label. */
export async function openLabel(row: Locator): Promise<void> {
  await chooseInMenu(row, 'Change label…');
  await expect(row.getByRole('textbox', { name: 'Label' })).toBeVisible();
}

export async function shareProof(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^Share proof/ }).click();
  const sheet = page.getByRole('dialog', { name: /^(Share this proof|This proof is public)$/ });
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

/** The full address of the connected wallet. */
export async function readAddress(page: Page): Promise<string> {
  const row = connectedRow(page);
  await row.getByRole('button', { name: /full address/ }).click();
  const address = (await row.locator('code').textContent()) ?? '';
  await row.getByRole('button', { name: /full address/ }).click();
  return address;
}
