import { signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { readMain, readWords } from './fixtures/read-html.ts';
import { openScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';

test("the emailed code works like its link, and continues to the visitor's destination", async ({
  account,
  addresses,
  mailbox,
}) => {
  const confirmation = await mailbox.lastTo(account.email);
  const browser = openScriptlessBrowser(addresses.siteUrl);
  await browser.open('/sign-in?next=/account');
  await browser.follow('Forgot your password?');
  await browser.press('Email me a code', { email: account.email });
  const { code } = await mailbox.newestTo(account.email, confirmation);
  await browser.open(browser.place());
  await browser.press('Continue', { code: code === '000000' ? '000001' : '000000' });
  expect(browser.words()).toContain("That code doesn't match");
  await browser.press('Continue', { code: code ?? '' });
  expect(browser.place()).toBe('/reset-password/new?next=%2Faccount');
  await browser.press('Change password', { password: 'a new and better one' });
  await browser.follow('Continue');
  expect(browser.place()).toBe('/account');
});

test("the link's page accepts the emailed code too", async ({ account, addresses, mailbox }) => {
  const confirmation = await mailbox.lastTo(account.email);
  const browser = openScriptlessBrowser(addresses.siteUrl);
  await browser.open('/reset-password');
  await browser.press('Email me a code', { email: account.email });
  const { link, code } = await mailbox.newestTo(account.email, confirmation);
  await browser.open(link ?? '');
  await browser.press('Use the code', { code: code ?? '' });
  expect(browser.place()).toBe('/reset-password/new');
});

test('an unknown email gets the same answer as a known one, and no email', async ({
  account,
  addresses,
  mailbox,
}) => {
  const unknown = `nobody-${crypto.randomUUID()}@example.com`;
  const ask = async (email: string) => {
    const browser = openScriptlessBrowser(addresses.siteUrl);
    await browser.open('/reset-password');
    await browser.press('Email me a code', { email });
    return readWords(readMain(browser.answer().text)).replaceAll(email, '');
  };
  const answer = await ask(unknown);
  expect(answer).toContain('Check your email');
  expect(await ask(account.email)).toBe(answer);
  await mailbox.newestTo(account.email);
  expect(await mailbox.allTo(unknown)).toEqual([]);
});

test('a session from a password cannot set a new one without the email', async ({ account, addresses }) => {
  const visitor = await openSignedInClient(addresses, account);
  expect((await visitor.get('/reset-password/new')).headers.location).toBe('/reset-password');
});

test('choosing a password asks the signed-out to sign in', async ({ addresses }) => {
  const { headers } = await openHttpClient(addresses.siteUrl).get('/reset-password/new');
  expect(headers.location).toBe('/sign-in?next=%2Freset-password%2Fnew');
});

test('a lost password is replaced by an emailed link, and other sessions end @slow @tour', async ({
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
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await show(page, 'reset-password-sent');
  await expectNoAxeViolations(page);

  const { link } = await mailbox.newestTo(account.email, confirmation);
  await page.goto(link ?? '');
  await expect(page.getByText(account.email).first()).toBeVisible();
  await show(page, 'reset-password-confirm');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/reset-password/new');
  await show(page, 'reset-password-new');
  await expectNoAxeViolations(page);

  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'That is already your password.' })).toBeFocused();

  await page.getByLabel('Password').fill('a new and better one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Every other session has ended')).toBeVisible();
  await show(page, 'reset-password-done');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/wallets');

  const signInAgain = await browser.newPage({ baseURL: addresses.siteUrl });
  await signIn(signInAgain, { ...account, password: 'a new and better one' });
  await elsewhere.close();
  await signInAgain.close();
});
