import { expect, test } from './fixtures/test.ts';
import { expectFits, phone, walkSignInMethod } from './fixtures/walk-sign-in-method.ts';

test.use(phone);

test('on a small phone a reset link leads from the signed-out page to the wallets, and out again', async ({
  page,
  account,
  mailbox,
  consoleErrors,
}) => {
  await walkSignInMethod(page, async () => {
    const known = await mailbox.lastTo(account.email);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
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
