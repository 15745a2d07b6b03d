import { enterPassword } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { show } from './fixtures/show-in-tour.ts';
import { phone } from './fixtures/sign-in-and-out.ts';
import { expect, test } from './fixtures/test.ts';
import { openWallets, provenRow, proveWallet } from './wallet-page.ts';

test.describe('on a phone', () => {
  test.use({ viewport: phone.viewport });

  test('a new user creates an account, connects a wallet, returns and leaves @tour', {
    tag: ['@firefox', '@webkit'],
  }, async ({ page, mailbox, consoleErrors }) => {
    const email = `newcomer-${crypto.randomUUID()}@example.com`;

    await page.goto('/');
    await expect(page).toHaveURL('/sign-in');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await expect(page.getByText(/^Countersign proves which Solana wallets are yours/)).toBeVisible();

    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
    await expect(page.getByLabel('Code')).toBeFocused();
    await show(page, 'sign-up-check-your-mail');
    await expectNoAxeViolations(page);

    const mail = await mailbox.newestTo(email);
    await page.goto(mail.link ?? '');
    await show(page, 'confirm');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page).toHaveURL('/wallets');
    await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();

    await page.getByRole('button', { name: 'Connect wallet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a wallet on Solana to continue' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: /Demo Wallet/ }).click();
    await expect(page.getByText('Connected, not proven')).toBeVisible();
    await expect(dialog).toBeHidden();

    await page.reload();
    await expect(page.getByText('Connected, not proven')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/sign-in');
    await page.goto('/wallets');
    await expect(page).toHaveURL('/sign-in?next=%2Fwallets');

    await enterPassword(page, { email, password: 'correct horse battery' });
    await expect(page).toHaveURL('/wallets');
    expect(consoleErrors).toEqual([]);
  });
});

test('a new user signs up, proves a wallet and publishes the proof, a visitor checks it, and the user signs out', {
  tag: ['@firefox', '@webkit'],
}, async ({ page, browser, mailbox, addresses, consoleErrors }) => {
  const email = `newcomer-${crypto.randomUUID()}@example.com`;
  await page.goto('/sign-up');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  // Waits for the answer, whose cookie lets the link recognize this browser; the email may arrive earlier.
  await expect(page).toHaveURL('/sign-in?step=code');
  await page.goto((await mailbox.newestTo(email)).link ?? '');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/wallets');

  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  const row = provenRow(page, address);
  await row.getByRole('button', { name: 'Share proof' }).click();
  const sheet = page.getByRole('dialog', { name: /^(Share this proof|This proof is public)$/ });
  await expect(sheet).toContainText('Never your email');
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'Copy link' })).toBeFocused();
  const proof = await row.getByRole('link', { name: 'View proof' }).getAttribute('href');

  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  const strangersErrors = collectConsoleErrors(stranger);
  await stranger.goto(`${addresses.siteUrl}${proof}`);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Proof of a wallet' })).toBeVisible();
  await expect(stranger.getByText(address, { exact: true })).toBeVisible();
  await expect(stranger.getByText('All 9 checks passed in this browser.')).toBeVisible();
  expect(strangersErrors).toEqual([]);
  await elsewhere.close();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/sign-in');
  // Not `goto`, which a redirect may interrupt in Firefox.
  await page.evaluate(() => location.assign('/wallets'));
  await expect(page).toHaveURL('/sign-in?next=%2Fwallets');
  expect(consoleErrors).toEqual([]);
});
