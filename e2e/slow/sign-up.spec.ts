import type { Page } from 'playwright/test';
import { callAuth } from '../fixtures/account.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';
import { installTestWallet } from '../test-wallet.ts';
import { chooseWallet } from '../wallet-page.ts';

const newEmail = () => `new-${crypto.randomUUID()}@example.com`;

async function signUp(page: Page, email: string, password = 'correct horse battery', path = '/sign-up') {
  await page.goto(path);
  await fillSignUp(page, email, password);
}

async function fillSignUp(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('a scanner that opens the link burns nothing; a second use offers a new one', async ({
  page,
  request,
  mailbox,
}) => {
  const email = newEmail();
  await signUp(page, email);
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  const first = await mailbox.newestTo(email);
  for (let visit = 0; visit < 3; visit++) expect((await request.get(first.link ?? '')).status()).toBe(200);

  await page.goto(first.link ?? '');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/wallets');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/sign-in');

  await page.goto(first.link ?? '');
  await expect(page.getByRole('alert').filter({ hasText: 'expired or was already used' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('Check your mail')).toBeVisible();
});

test('two people who sign up at once get their own mails', async ({ addresses, mailbox }) => {
  const emails = [newEmail(), newEmail()];
  await Promise.all(
    emails.map((email) => callAuth(addresses, 'signup', { email, password: 'correct horse battery' })),
  );
  const codes = await Promise.all(emails.map(async (email) => (await mailbox.newestTo(email)).code));
  expect(codes[0]).not.toBe(codes[1]);
  for (const email of emails) expect(await mailbox.allTo(email)).toHaveLength(1);
});

test('a wallet signs up as well as it signs in', async ({ page }) => {
  await installTestWallet(page);
  await page.goto('/sign-up?next=/account');
  await page.getByRole('button', { name: 'Sign up with Solana' }).click();
  await chooseWallet(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign with Test Wallet' }).click();
  await expect(page).toHaveURL('/account');
});

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false });

  test('people sign up without a password', async ({ page, mailbox }) => {
    const email = newEmail();
    await page.goto('/sign-up');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Sign up without a password' }).click();
    await page.getByLabel('Code').fill((await mailbox.newestTo(email)).code ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/wallets');
  });
});
