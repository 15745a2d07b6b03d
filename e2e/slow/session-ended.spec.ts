import type { Page } from 'playwright/test';
import { signIn } from '../fixtures/account.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import type { Addresses } from '../fixtures/stack.ts';
import { expect, test } from '../fixtures/test.ts';
import { callAsServer, readOwner } from '../proving-page.ts';
import { chooseInMenu, openLabel, openWallets, provenRow, proveWallet } from '../wallet-page.ts';

test('what was typed is gone after sign-out, for the same person too', async ({
  page,
  addresses,
  signedIn,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  await openLabel(provenRow(page, address));
  await provenRow(page, address).getByRole('textbox', { name: 'Label' }).fill('Nobody else reads this');
  await endElsewhere(page, addresses);
  await provenRow(page, address).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You are signed out.' })).toBeVisible();
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
  expect(await kept()).toContain('Nobody else reads this');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(kept).not.toContain('Nobody else reads this');
  await signIn(page, signedIn);
  await openLabel(provenRow(page, address));
  await expect(provenRow(page, address).getByRole('textbox', { name: 'Label' })).toHaveValue('');
});

test('a wallet that is proven again in a session that was ended elsewhere offers the way to sign in', async ({
  page,
  addresses,
  signedIn: _signedIn,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const row = provenRow(page, await proveWallet(page));
  await endElsewhere(page, addresses);
  await chooseInMenu(row, 'Prove again');
  const dialog = page.getByRole('dialog', { name: 'You are signed out.' });
  await expect(dialog).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
});

/** Ends the page's session, whose access token stays good, behind its back. */
async function endElsewhere(page: Page, addresses: Addresses): Promise<void> {
  const { p_user_id, p_session_id } = await readOwner(page, addresses);
  await callAsServer(addresses, 'end_session', { p_user_id, p_session_id, p_target: p_session_id });
}
