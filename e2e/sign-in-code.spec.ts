import type { Page } from 'playwright/test';
import { type Account, callAuth } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { letMailAge, letPauseEnd } from './fixtures/let-time-pass.ts';
import type { Mail, Mailbox } from './fixtures/mailbox.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { readMain, readWords } from './fixtures/read-html.ts';
import { openScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import { show } from './fixtures/show-in-tour.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

/** Requests an emailed code on the sign-in page, and stops at the code step. */
async function askForCode(page: Page, email: string, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
}

/** The same without JavaScript. */
async function walkToCode({ siteUrl }: Addresses, email: string, path = '/sign-in') {
  const browser = openScriptlessBrowser(siteUrl);
  await browser.open(path);
  await browser.press('Continue', { email });
  return browser;
}

async function codeFor(page: Page, account: Account, mailbox: Mailbox, path: string): Promise<Mail> {
  const known = await mailbox.lastTo(account.email);
  await askForCode(page, account.email, path);
  return mailbox.newestTo(account.email, known);
}

const wrongCode = /That code doesn't match, or it has expired/;

test('an emailed code signs in, pasted with the text around it, and is offered first in this browser afterwards @tour', async ({
  page,
  context,
  account,
  mailbox,
}) => {
  const { code } = await codeFor(page, account, mailbox, '/sign-in?next=/account');
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await expect(page).toHaveTitle(/^Check your email · /);
  await show(page, 'sign-in-code');
  await expectNoAxeViolations(page);

  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: wrongCode });
  await expect(refusal).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectNoAxeViolations(page);
  // A second wrong code is announced again, by a new element.
  const first = await refusal.elementHandle();
  await page.getByLabel('Code').press('Enter');
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(refusal).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();

  await page.getByLabel('Code').fill('');
  await page.getByLabel('Code').evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    `Your code is ${code?.slice(0, 3)} ${code?.slice(3)}.\n`,
  );
  await expect(page).toHaveURL('/account');

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/sign-in');
  const [last] = (await context.cookies()).filter(({ name }) => name === 'last-method');
  expect([last?.value, last?.httpOnly]).toEqual(['code', true]);
  const before = await mailbox.lastTo(account.email);
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  const again = await mailbox.newestTo(account.email, before);
  await page.getByLabel('Code').fill(again.code ?? '');
  await expect(page).toHaveURL('/wallets');
});

test('a sign-in link needs one press, works in another browser, keeps the destination, and only the newest works', async ({
  account,
  addresses,
  mailbox,
}) => {
  const known = await mailbox.lastTo(account.email);
  const browser = await walkToCode(addresses, account.email, '/sign-in?next=/account');
  const first = await mailbox.newestTo(account.email, known);
  await letPauseEnd(browser.client, addresses, account.email);
  await browser.press('Send it again');
  expect(browser.words()).toContain('Sent again.');
  const { link, code } = await mailbox.newestTo(account.email, first);
  for (let visit = 0; visit < 3; visit++) expect((await fetch(link ?? '')).status).toBe(200);

  const phone = openScriptlessBrowser(addresses.siteUrl);
  await phone.open(first.link ?? '');
  expect(phone.words()).toContain('expired or was already used');
  await phone.open(link ?? '');
  expect(phone.answer().text).toContain('>Sign in</h1>');
  expect(phone.words()).toContain(account.email);
  await phone.press('Continue');
  expect(phone.place()).toBe('/account');

  // The link used up the code that was emailed with it.
  await browser.press('Continue', { code: code ?? '' });
  expect(browser.words()).toMatch(wrongCode);
});

test('an email without an account gets the same answers at every step, and its code creates one', async ({
  account,
  addresses,
  mailbox,
}) => {
  const unknown = `nobody-${crypto.randomUUID()}@example.com`;
  const seen: string[][] = [];
  const codes: string[] = [];
  for (const email of [unknown, account.email]) {
    const known = await mailbox.lastTo(email);
    const browser = await walkToCode(addresses, email);
    const read = () => readWords(readMain(browser.answer().text)).replaceAll(email, '');
    const atCode = read();
    codes.push((await mailbox.newestTo(email, known)).code ?? '');
    await browser.press('Continue', { code: codes.includes('123456') ? '123457' : '123456' });
    expect(browser.words()).toMatch(wrongCode);
    seen.push([atCode, read()]);
    await browser.press('Continue', { code: codes.at(-1) ?? '' });
    expect(browser.place()).toBe('/wallets');
    expect(browser.words().includes(`New account for ${email}`)).toBe(email === unknown);
  }
  expect(seen[0]).toEqual(seen[1]);
});

test('a code for one email has no effect for another', async ({ account, mailbox, addresses }) => {
  const other = `other-${crypto.randomUUID()}@example.com`;
  await callAuth(addresses, 'signup', { email: other, password: 'correct horse battery' });
  const { code } = await mailbox.newestTo(other);
  const browser = await walkToCode(addresses, account.email);
  await browser.press('Continue', { code: code ?? '' });
  expect(browser.words()).toMatch(wrongCode);
});

test('a code for an address that a stranger signed up with confirms it, and ends their password', async ({
  addresses,
  mailbox,
}) => {
  const email = `squatted-${crypto.randomUUID()}@example.com`;
  await callAuth(addresses, 'signup', { email, password: "the stranger's password" });
  const stranger = await mailbox.newestTo(email);
  await letMailAge(addresses, email, '1 minute');
  const browser = await walkToCode(addresses, email, '/sign-in?next=/account');
  await browser.press('Continue', { code: (await mailbox.newestTo(email, stranger)).code ?? '' });
  expect(browser.place()).toBe('/account');
  await expect(
    callAuth(addresses, 'token?grant_type=password', { email, password: "the stranger's password" }),
  ).rejects.toThrow('400');
});

test('steps survive a reload, the back button and another tab, and the email can be changed', async ({
  page,
  context,
  account,
  addresses,
}) => {
  await page.goto('/sign-in?next=/account');
  await page.getByLabel('Email').fill('mistyped@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('mistyped@example.com');
  await page.goForward();
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('mistyped@example.com');
  await expect(page.getByLabel('Code')).toBeVisible();
  await page.getByRole('link', { name: 'Change' }).click();
  await expect(page.getByLabel('Code')).toHaveCount(0);
  // Another address has no pause.
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await page.getByRole('link', { name: 'Use a password' }).click();
  await page.getByLabel('Password').fill(account.password);

  const second = await context.newPage();
  await second.goto(`${addresses.siteUrl}/sign-in`);
  await second.getByLabel('Email').fill('another@example.com');
  await second.getByRole('button', { name: 'Continue' }).click();
  await expect(second.getByLabel('Code')).toBeVisible();

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText(account.email).first()).toBeVisible();
});

test('a long email is readable in full beside Change, on a phone @slow @tour', async ({ page }) => {
  const long = 'a.very.long.name.of.somebody.indeed@mail.department.example.com';
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(long);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await expect(page.getByText(long).first()).toBeVisible();
  await show(page, 'sign-in-long-email');
  await expectFitsPhone(page);
});

test.describe('before JavaScript has loaded @slow', () => {
  test.use({ javaScriptEnabled: false });

  test('users mistype a code, go to the password and back, and sign in with the code', async ({
    page,
    account,
    mailbox,
  }) => {
    const { code } = await codeFor(page, account, mailbox, '/sign-in?next=/account');
    const asked = page.url();
    await page.getByLabel('Code').fill('12345');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Enter the six digits from the email.')).toBeVisible();
    await page.getByRole('link', { name: 'Use a password' }).click();
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

  test("after sign-out, Back doesn't show the email that was typed", { tag: '@firefox' }, async ({
    page,
    account,
    mailbox,
  }) => {
    const { code } = await codeFor(page, account, mailbox, '/sign-in');
    await page.getByLabel('Code').fill(code ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    for (const _page of ['signed in', 'the code', 'the email']) await page.goBack();
    await expect(page).toHaveURL('/sign-in');
    await expect(page.getByLabel('Email')).toHaveValue('');
  });
});
