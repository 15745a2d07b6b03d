import { signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { readMain, readWords } from './fixtures/read-html.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInVisitor } from './fixtures/signed-in-visitor.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';
import { openWalker } from './fixtures/walker.ts';

test("the emailed code works like its link, and continues to the visitor's destination", async ({
  account,
  addresses,
  mailbox,
}) => {
  const confirmation = await mailbox.lastTo(account.email);
  const walker = openWalker(addresses.siteUrl);
  await walker.open('/sign-in?next=/account');
  await walker.follow('Forgot your password?');
  await walker.press('Send the link', { email: account.email });
  const { code } = await mailbox.newestTo(account.email, confirmation);
  await walker.open(walker.place());
  await walker.press('Continue', { code: code === '000000' ? '000001' : '000000' });
  expect(walker.words()).toContain("That code doesn't match");
  await walker.press('Continue', { code: code ?? '' });
  expect(walker.place()).toBe('/reset-password/new?next=%2Faccount');
  await walker.press('Change password', { password: 'a new and better one' });
  await walker.follow('Continue');
  expect(walker.place()).toBe('/account');
});

test("the link's page accepts the emailed code too", async ({ account, addresses, mailbox }) => {
  const confirmation = await mailbox.lastTo(account.email);
  const walker = openWalker(addresses.siteUrl);
  await walker.open('/reset-password');
  await walker.press('Send the link', { email: account.email });
  const { link, code } = await mailbox.newestTo(account.email, confirmation);
  await walker.open(link ?? '');
  await walker.press('Use the code', { code: code ?? '' });
  expect(walker.place()).toBe('/reset-password/new');
});

test('an unknown email gets the same answer as a known one, and no email', async ({
  account,
  addresses,
  mailbox,
}) => {
  const unknown = `nobody-${crypto.randomUUID()}@example.com`;
  const ask = async (email: string) => {
    const walker = openWalker(addresses.siteUrl);
    await walker.open('/reset-password');
    await walker.press('Send the link', { email });
    return readWords(readMain(walker.answer().text)).replaceAll(email, '');
  };
  const answer = await ask(unknown);
  expect(answer).toContain('Check your email');
  expect(await ask(account.email)).toBe(answer);
  await mailbox.newestTo(account.email);
  expect(await mailbox.allTo(unknown)).toEqual([]);
});

test('a session from a password cannot set a new one without the email', async ({ account, addresses }) => {
  const visitor = await openSignedInVisitor(addresses, account);
  expect((await visitor.get('/reset-password/new')).headers.location).toBe('/reset-password');
});

test('choosing a password asks the signed-out to sign in', async ({ addresses }) => {
  const { headers } = await openVisitor(addresses.siteUrl).get('/reset-password/new');
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
  await page.getByRole('button', { name: 'Send the link' }).click();
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
