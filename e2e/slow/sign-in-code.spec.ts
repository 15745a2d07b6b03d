import type { Page } from 'playwright/test';
import type { Account } from '../fixtures/account.ts';
import type { Mail, Mailbox } from '../fixtures/mailbox.ts';
import { expectFitsPhone } from '../fixtures/phone-width.ts';
import { expect, test } from '../fixtures/test.ts';

/** Has a code mailed from the sign-in page, and stays where it is asked for. */
async function askForCode(page: Page, email: string, path = '/sign-in'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Use a code instead' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
}

async function codeFor(page: Page, account: Account, mailbox: Mailbox, path?: string): Promise<Mail> {
  const known = await mailbox.lastTo(account.email);
  await askForCode(page, account.email, path);
  return mailbox.newestTo(account.email, known);
}

test('a long email can be read to its end beside Change, on a phone', async ({ page }) => {
  const long = 'a.very.long.name.of.somebody.indeed@mail.department.example.com';
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(long);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByText(long)).toBeVisible();
  await expectFitsPhone(page);
});

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false });

  test('people mistype a code, go to the password and back, and sign in with the code', async ({
    page,
    account,
    mailbox,
  }) => {
    const { code } = await codeFor(page, account, mailbox, '/sign-in?next=/account');
    const asked = page.url();
    await page.getByLabel('Code').fill('12345');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Enter the six digits from the email.')).toBeVisible();
    await page.getByRole('link', { name: 'Use a password instead' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    await page.goto(asked);
    await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/^That code doesn't match/);
    await expect(page.getByLabel('Code')).toBeFocused();
    await expect(page.getByLabel('Code')).toHaveValue('');
    await page.getByLabel('Code').fill(code ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/account');
  });
});
