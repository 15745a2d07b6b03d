import type { Page } from 'playwright/test';
import { type Account, callAuth } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { letPauseEnd } from './fixtures/let-time-pass.ts';
import type { Mail, Mailbox } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/test.ts';

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

const wrongCode = /That code doesn't match, or it has expired/;

test('a mailed code signs in, pasted with its words, and comes first in this browser from then on', async ({
  page,
  context,
  account,
  mailbox,
}) => {
  const { code } = await codeFor(page, account, mailbox, '/sign-in?next=/account');
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await expectNoAxeViolations(page);

  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: wrongCode });
  await expect(refusal).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectNoAxeViolations(page);
  // Wrong again: read out again, by an element that is new.
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

test('a link to sign in takes one press, works in another browser, keeps the way, and only the newest works', async ({
  page,
  browser,
  request,
  account,
  addresses,
  mailbox,
}) => {
  const first = await codeFor(page, account, mailbox, '/sign-in?next=/account');
  await letPauseEnd(page, addresses, account.email);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByText('Sent again.')).toBeVisible();
  const { link, code } = await mailbox.newestTo(account.email, first);
  for (let visit = 0; visit < 3; visit++) expect((await request.get(link ?? '')).status()).toBe(200);

  const phone = await browser.newPage({ baseURL: addresses.siteUrl });
  await phone.goto(first.link ?? '');
  await expect(phone.getByRole('alert').filter({ hasText: 'expired or was already used' })).toBeVisible();
  await phone.goto(link ?? '');
  await expect(phone.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(phone.getByText(account.email)).toBeVisible();
  await expectNoAxeViolations(phone);
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone).toHaveURL('/account');
  await phone.goto('about:blank');
  await phone.close();

  // The code came with the link, and went with it.
  await page.getByLabel('Code').fill(code ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: wrongCode })).toBeVisible();
});

test('an email without an account is answered like one with, at every step, and gets no mail', async ({
  page,
  account,
  mailbox,
}) => {
  const unknown = `nobody-${crypto.randomUUID()}@example.com`;
  const read = async (email: string) =>
    (await page.getByRole('main').textContent())?.replaceAll(email, '') ?? '';
  const seen: string[][] = [];
  for (const email of [unknown, account.email]) {
    await page.context().clearCookies();
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    const atPassword = await read(email);
    await page.getByRole('button', { name: 'Use a code instead' }).click();
    await expect(page.getByLabel('Code')).toBeVisible();
    const atCode = await read(email);
    await page.getByLabel('Code').fill('123456');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').filter({ hasText: wrongCode })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    seen.push([atPassword, atCode, await read(email)]);
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(await mailbox.allTo(unknown)).toEqual([]);
});

test('a code for one email does nothing for another', async ({ page, account, mailbox, addresses }) => {
  const other = `other-${crypto.randomUUID()}@example.com`;
  await callAuth(addresses, 'signup', { email: other, password: 'correct horse battery' });
  const { code } = await mailbox.newestTo(other);
  await codeFor(page, account, mailbox);
  await page.getByLabel('Code').fill(code ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: wrongCode })).toBeVisible();
});

test('a code for an address that a stranger signed up with confirms it, and ends their password', async ({
  page,
  addresses,
  mailbox,
}) => {
  const email = `squatted-${crypto.randomUUID()}@example.com`;
  await callAuth(addresses, 'signup', { email, password: "the stranger's password" });
  const stranger = await mailbox.newestTo(email);
  await letPauseEnd(page, addresses, email);
  await askForCode(page, email, '/sign-in?next=/account');
  await page.getByLabel('Code').fill((await mailbox.newestTo(email, stranger)).code ?? '');
  await expect(page).toHaveURL('/reset-password/new?next=%2Faccount');
  await expect(
    callAuth(addresses, 'token?grant_type=password', { email, password: "the stranger's password" }),
  ).rejects.toThrow('400');
  await page.getByLabel('Password').fill('my own password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/account');
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
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('mistyped@example.com');
  await page.goForward();
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('mistyped@example.com');
  await expect(page.getByLabel('Password')).toBeVisible();
  await page.getByRole('link', { name: 'Change' }).click();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill(account.password);

  const second = await context.newPage();
  await second.goto(`${addresses.siteUrl}/sign-in`);
  await second.getByLabel('Email').fill('another@example.com');
  await second.getByRole('button', { name: 'Continue' }).click();
  await expect(second.getByLabel('Password')).toBeVisible();

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText(account.email).first()).toBeVisible();
});
