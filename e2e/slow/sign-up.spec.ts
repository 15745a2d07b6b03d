import { expect, test } from '../fixtures/test.ts';
import { installTestWallet } from '../test-wallet.ts';
import { chooseWallet } from '../wallet-page.ts';

const newEmail = () => `new-${crypto.randomUUID()}@example.com`;

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
