import { decodeJwt } from 'jose';
import type { Page } from 'playwright/test';
import { createAccount, signIn } from '../fixtures/account.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { letSessionsAge } from '../fixtures/let-time-pass.ts';
import { openProver } from '../fixtures/prove-wallet.ts';
import { unpackSession } from '../fixtures/session-cookies.ts';
import { expect, test } from '../fixtures/test.ts';
import { chooseInMenu } from '../wallet-page.ts';

/** Presses the demo wallet in the dialog that is open, and then what that offers. */
async function signByDemoWallet(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Demo Wallet/ }).click();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: button }).click();
}

test('the dialog opens by itself at each press, not only at the first', async ({ page, addresses }) => {
  const account = await createAccount(addresses);
  const { userId } = await openProver(addresses, account);
  await signIn(page, account);
  await letSessionsAge(addresses, userId, '11 minutes');
  await page.goto('/activity/not-me');
  const confirming = page.getByRole('dialog', { name: "Confirm it's you" });
  for (const _press of ['first', 'second']) {
    await page.getByRole('button', { name: 'End every other session' }).click();
    await expect(confirming).toBeVisible();
    await confirming.getByRole('button', { name: 'Close' }).click();
    await expect(confirming).toBeHidden();
  }
});

test('an account that has only a wallet confirms by it, and finds what it typed', async ({
  page,
  addresses,
  consoleErrors,
}) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with Solana' }).click();
  await signByDemoWallet(page, 'Sign with Demo Wallet');
  await page.waitForURL('**/wallets');
  const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]));
  const userId = String(decodeJwt(unpackSession(cookies, addresses).access_token).sub);
  await letSessionsAge(addresses, userId, '11 minutes');

  const email = `ada-${crypto.randomUUID()}@example.com`;
  await page.goto('/account');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Add email' }).click();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Use a wallet' }).click();
  // It is connected: no choice is asked for.
  await page.getByRole('button', { name: 'Sign with Demo Wallet' }).click();
  await expect(page.getByText(`Changing to ${email}`)).toBeVisible();
  // Dialogs that stood in one another have let go of the page.
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');

  // A proof that was begun goes on by itself, and only after that.
  await letSessionsAge(addresses, userId, '11 minutes');
  await page.goto('/wallets');
  const provenAt = page.getByRole('list', { name: 'Proven wallets' }).locator('time');
  const before = await provenAt.getAttribute('datetime');
  const proveAgain = () =>
    chooseInMenu(page.getByRole('list', { name: 'Proven wallets' }).getByRole('listitem'), 'Prove again');
  const confirming = page.getByRole('dialog', { name: "Confirm it's you", exact: true });
  await proveAgain();
  await confirming.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // A link alone begins nothing.
  await page.goto('/wallets?resume=1');
  await page.waitForURL('**/wallets');
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await proveAgain();
  await confirming.getByRole('button', { name: 'Use a wallet' }).click();
  await page.getByRole('button', { name: 'Sign with Demo Wallet' }).click();
  await expect(page.getByText(/^Wallet proven again/)).toBeVisible();
  await expect(provenAt).not.toHaveAttribute('datetime', before ?? '');
  expect(consoleErrors).toEqual([]);
});
