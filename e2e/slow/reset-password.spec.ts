import { signIn } from '../fixtures/account.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';

test('a lost password is replaced by a mailed link, and other sessions end', async ({
  page,
  browser,
  account,
  addresses,
  mailbox,
}) => {
  const elsewhere = await browser.newPage({ baseURL: addresses.siteUrl });
  await signIn(elsewhere, account);

  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
  const confirmation = await mailbox.lastTo(account.email);
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await expectNoAxeViolations(page);

  const { link } = await mailbox.newestTo(account.email, confirmation);
  await page.goto(link ?? '');
  await expect(page.getByText(account.email).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/reset-password/new');
  await expectNoAxeViolations(page);

  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'That is already your password.' })).toBeFocused();

  await page.getByLabel('Password').fill('a new and better one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Every other session has ended')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/wallets');

  const signInAgain = await browser.newPage({ baseURL: addresses.siteUrl });
  await signIn(signInAgain, { ...account, password: 'a new and better one' });
  await elsewhere.close();
  await signInAgain.close();
});
