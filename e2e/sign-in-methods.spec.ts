import type { Page } from 'playwright/test';
import type { Account } from './fixtures/account.ts';
import type { Mailbox } from './fixtures/mailbox.ts';
import { expectFits, phone, signInAndOut } from './fixtures/sign-in-and-out.ts';
import { expect, test } from './fixtures/test.ts';
import { installTestWallet } from './test-wallet.ts';
import { chooseWallet } from './wallet-page.ts';

test.use(phone);

test('on a small phone a reset link leads from the signed-out page to the wallets, and out again', async ({
  page,
  account,
  mailbox,
  consoleErrors,
}) => {
  await signInAndOut(page, async () => {
    const known = await mailbox.lastTo(account.email);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await expect(page.getByText('Check your email')).toBeVisible();
    await expectFits(page);
    await page.goto((await mailbox.newestTo(account.email, known)).link ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password').fill('a new and better one');
    await expectFits(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Every other session has ended')).toBeVisible();
    await expectFits(page);
    await page.getByRole('link', { name: 'Continue' }).click();
  });
  expect(consoleErrors).toEqual([]);
});

type Walk = { page: Page; account: Account; mailbox: Mailbox };

/** Goes from the sign-in page to the code step. @returns the email. */
async function askForCode({ page, account, mailbox }: Walk) {
  const known = await mailbox.lastTo(account.email);
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await expectFits(page);
  return mailbox.newestTo(account.email, known);
}

/** oauth.spec.ts tests GitHub and Google, on a stack with providers; the test above, which `npm test` runs, covers the reset link. */
const ways: Record<string, (walk: Walk) => Promise<void>> = {
  'a password': async ({ page, account }) => {
    await page.getByRole('button', { name: 'Use a password' }).click();
    await page.getByLabel('Password').fill(account.password);
    await page.getByLabel('Email').fill(account.email);
    await expectFits(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
  },
  'a mailed code': async (walk) => {
    const { code } = await askForCode(walk);
    await walk.page.getByLabel('Code').fill(code ?? '');
  },
  'a mailed link': async (walk) => {
    const { link } = await askForCode(walk);
    await walk.page.goto(link ?? '');
    await expectFits(walk.page);
    await walk.page.getByRole('button', { name: 'Continue' }).click();
  },
  'a wallet': async ({ page }) => {
    await page.getByRole('button', { name: 'Sign in with Solana' }).click();
    await expectFits(page);
    await chooseWallet(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/Otherwise we create one/)).toBeVisible();
    await expectFits(page);
    await dialog.getByRole('button', { name: 'Sign with Test Wallet' }).click();
  },
};

for (const [way, enter] of Object.entries(ways)) {
  test(`on a small phone ${way} leads from the signed-out page to the wallets, and out again @slow`, async ({
    page,
    account,
    mailbox,
    consoleErrors,
  }) => {
    await installTestWallet(page);
    await signInAndOut(page, () => enter({ page, account, mailbox }));
    expect(consoleErrors).toEqual([]);
  });
}
