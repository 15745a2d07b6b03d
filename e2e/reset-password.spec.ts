import { expect, test } from './fixtures/test.ts';

test('the code of the mail does what its link does, and goes on to where the visitor was heading', async ({
  page,
  account,
  mailbox,
}) => {
  const confirmation = await mailbox.lastTo(account.email);
  await page.goto('/sign-in?next=/account');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByLabel('Code')).toBeFocused();
  const { code } = await mailbox.newestTo(account.email, confirmation);
  await page.reload();
  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "That code doesn't match" })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill(code ?? '');
  await expect(page).toHaveURL('/reset-password/new?next=%2Faccount');
  await page.getByLabel('Password').fill('a new and better one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/account');
});

test('an unknown email is answered like a known one, and gets no mail', async ({
  page,
  account,
  mailbox,
}) => {
  const answers: string[] = [];
  const unknown = `nobody-${crypto.randomUUID()}@example.com`;
  for (const email of [unknown, account.email]) {
    await page.goto('/reset-password');
    await page.context().clearCookies();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('Check your mail')).toBeVisible();
    answers.push(((await page.getByRole('main').textContent()) ?? '').replaceAll(email, ''));
  }
  expect(answers[0]).toBe(answers[1]);
  expect(await mailbox.allTo(unknown)).toEqual([]);
});

test('a session from a password cannot choose a new one without the mail', async ({
  page,
  member: _member,
}) => {
  await page.goto('/reset-password/new');
  await expect(page).toHaveURL('/reset-password');
});

test('choosing a password asks the signed-out to sign in', async ({ page }) => {
  await page.goto('/reset-password/new');
  await expect(page).toHaveURL('/sign-in?next=%2Freset-password%2Fnew');
});
