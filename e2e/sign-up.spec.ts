import type { Page } from 'playwright/test';
import { callAuth, createAccount } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { tooSoon } from './fixtures/consent-page.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { holdPause, letMailAge, letPauseEnd } from './fixtures/let-time-pass.ts';
import { readMain, readWords } from './fixtures/read-html.ts';
import { openScriptlessBrowser, type ScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import { addSessionCookies } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInBrowser } from './fixtures/signed-in-client.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { installTestWallet } from './test-wallet.ts';
import { chooseWallet } from './wallet-page.ts';

const newEmail = () => `new-${crypto.randomUUID()}@example.com`;

async function signUp(page: Page, email: string, password = 'correct horse battery', path = '/sign-up') {
  await page.goto(path);
  await fillSignUp(page, email, password);
}

/** Signs up as far as the page that says to check the email. */
async function walkSignUp({ siteUrl }: Addresses, email: string, password = 'correct horse battery') {
  const browser = openScriptlessBrowser(siteUrl);
  await browser.open('/sign-up');
  await browser.press('Create account', { email, password });
  expect(browser.words()).toContain('Check your email');
  return browser;
}

async function fillSignUp(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('an email with an account gives no hint of it, and gets a code that signs in', async ({
  account,
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  const read = (browser: ScriptlessBrowser, one: string) =>
    readWords(readMain(browser.answer().text)).replaceAll(one, 'the address');
  const known = await walkSignUp(addresses, account.email, 'another password');
  expect(read(known, account.email)).toBe(read(await walkSignUp(addresses, email), email));
  await mailbox.newestTo(email);
  await known.press('Continue', { code: (await mailbox.newestTo(account.email)).code ?? '' });
  expect(known.place()).toBe('/wallets');
  // The account keeps its password, not the one typed at sign-up.
  await callAuth(addresses, 'token?grant_type=password', account);
});

test('refuses a short password and a malformed email at their fields, and keeps typed values @tour', async ({
  page,
}) => {
  await page.goto('/sign-up');
  await waitForHydration(page);
  await expect(page.getByLabel('Email')).toBeFocused();
  await fillSignUp(page, 'ada@example', 'seven77');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Enter a full email address, like ada@example.com.',
  );
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Use at least 8 characters.');
  await expect(page.getByLabel('Password')).toHaveValue('seven77');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example');
  await show(page, 'sign-up-wrong-fields');
  await expectNoAxeViolations(page);
});

test('the emailed code confirms like the link, submits itself, and is not sent again once refused', async ({
  page,
  mailbox,
}) => {
  const email = newEmail();
  await signUp(page, email, undefined, '/sign-up?next=/account');
  const mail = await mailbox.newestTo(email);
  const code = page.getByLabel('Code');
  await expect(code).toBeFocused();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/sign-in?step=code')) sent.push(request.url());
  });
  await page.clock.install();
  const passUntil = (isSo: () => boolean | Promise<boolean>) =>
    expect.poll(() => page.clock.runFor(1000).then(isSo)).toBe(true);
  const refusal = page.getByRole('alert').filter({ hasText: "doesn't match" });
  await code.fill('000000');
  await passUntil(() => refusal.isVisible());
  // Typing replaces the refused code.
  await expect(code).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe('000000');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expect(code).toHaveAccessibleDescription(/^That code doesn't match/);
  await expectNoAxeViolations(page);
  for (const typed of ['00000', '000000']) await code.fill(typed);
  await page.clock.runFor(1000);
  await code.fill(`${mail.code?.slice(0, 3)} ${mail.code?.slice(3)}`);
  await passUntil(() => new URL(page.url()).pathname === '/account');
  expect(sent).toHaveLength(2);
});

test("the link continues to the visitor's destination, the waiting tab follows, and no other account moves it @tour", async ({
  page,
  context,
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  await signUp(page, email, undefined, '/sign-up?next=/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  const { link } = await mailbox.newestTo(email);
  const other = await context.newPage();
  await addSessionCookies(other, addresses, await createAccount(addresses));
  const asked = page.waitForResponse((response) => response.request().method() === 'POST');
  await other.goto('/wallets');
  await asked;
  await other.goto(link ?? '');
  await expect(page.getByLabel('Code')).toBeVisible();
  await expectNoAxeViolations(other);
  await show(other, 'confirm-signed-in-as-another');
  await expect(other.getByRole('button', { name: 'Confirm email' })).toBeHidden();
  await other.getByText('Use the other account…').click();
  await other.getByRole('button', { name: 'Confirm email' }).click();
  await expect(other).toHaveURL('/account');
  await expect(page).toHaveURL('/account');
  // The link was used, and the page offers a link to continue.
  await other.goto(link ?? '');
  await expect(other.getByText(`You're already signed in as ${email}.`)).toBeVisible();
  await expectNoAxeViolations(other);
  await other.getByRole('link', { name: 'Continue' }).click();
  await expect(other).toHaveURL('/account');
});

test('on another device the link works too, and asks for a password known only here', async ({
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  await walkSignUp(addresses, email);
  const phone = openScriptlessBrowser(addresses.siteUrl);
  await phone.open((await mailbox.newestTo(email)).link ?? '');
  await phone.press('Confirm email');
  expect(phone.place()).toBe('/reset-password/new');
  await phone.press('Change password', { password: 'chosen on the phone' });
  await phone.follow('Continue');
  expect(phone.place()).toBe('/wallets');
});

test('a newer link replaces the older one, and asking again too soon says how long to wait', async ({
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  const browser = await walkSignUp(addresses, email);
  const first = await mailbox.newestTo(email);
  holdPause(browser.client);
  await browser.press('Send it again');
  expect(browser.words()).toMatch(/Wait \d+ seconds? before/);
  expect(await mailbox.allTo(email)).toHaveLength(1);
  await letPauseEnd(browser.client, addresses, email);
  await browser.press('Send it again');
  expect(browser.words()).toContain('Sent again.');
  const second = await mailbox.newestTo(email, first);
  expect(second.link).not.toBe(first.link);

  await browser.open(first.link ?? '');
  expect(browser.words()).toContain('expired or was already used');
  await browser.open(second.link ?? '');
  await browser.press('Confirm email');
  expect(browser.place()).toBe('/wallets');
});

test('a made-up link gets an explanation and a link to continue, whatever it contains', async ({
  request,
}) => {
  for (const query of [
    '?token_hash=x&type=email',
    `?token_hash=${'a'.repeat(56)}&type=email`,
    `?token_hash=${'a'.repeat(56)}&type=nonsense`,
    '?token_hash=x&token_hash=y&type=email',
    `?token_hash=${encodeURIComponent("'; drop table x;--")}&type=email`,
  ]) {
    const response = await request.get(`/auth/confirm${query}`);
    expect(response.status()).toBe(200);
    expect(await response.text()).toContain('Send a new link');
  }
});

test('a link of another account names both before it does anything', async ({
  account,
  addresses,
  mailbox,
}) => {
  const browser = await openSignedInBrowser(addresses, account);
  const other = newEmail();
  await callAuth(addresses, 'signup', { email: other, password: 'correct horse battery' });
  await browser.open((await mailbox.newestTo(other)).link ?? '');
  expect(browser.words()).toContain(`You are signed in as ${account.email}.`);
  expect(browser.words()).toContain(`signs ${other} in`);
  await browser.press('Confirm email');
  expect(browser.place()).toBe('/reset-password/new');
  await browser.open('/account');
  expect(browser.words()).toContain(other);
});

test("in a browser that never reports focus, the code of the same email confirms on the link's page", async ({
  page,
  addresses,
  mailbox,
}) => {
  await page.addInitScript(() => {
    document.hasFocus = () => false;
  });
  const email = newEmail();
  await callAuth(addresses, 'signup', { email, password: 'correct horse battery' });
  const { link, code } = await mailbox.newestTo(email);
  await page.goto(link ?? '');
  await page.getByRole('button', { name: 'Confirm email' }).evaluate((button: HTMLElement) => button.click());
  await expect(page.getByText(tooSoon)).toBeVisible();
  await page.getByText('Button not working?').click();
  const use = async (typed: string) => {
    await page.getByLabel('Code').fill(typed);
    await page.getByRole('button', { name: 'Use the code' }).click();
  };
  await use(code === '000000' ? '000001' : '000000');
  await expect(page.getByText("That code doesn't match")).toBeVisible();
  await expectNoAxeViolations(page);
  await use(code ?? '');
  await expect(page).toHaveURL('/reset-password/new');
});

test('an unconfirmed account with the right password learns to confirm, and how', async ({ addresses }) => {
  const email = newEmail();
  const browser = await walkSignUp(addresses, email);
  await browser.open('/sign-in?next=%2Factivity');
  await browser.signIn({ email, password: 'correct horse battery' });
  expect(browser.words()).toContain("isn't confirmed yet");
  await browser.press('Use a code');
  expect(browser.place()).toBe('/sign-in?step=code&next=%2Factivity');
});

test('an attacker who signed up first with my address is locked out once I reset the password, even if I leave then', async ({
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  await callAuth(addresses, 'signup', { email, password: "the stranger's password" });
  const stranger = await mailbox.newestTo(email);
  const browser = openScriptlessBrowser(addresses.siteUrl);
  await browser.open('/reset-password');
  await browser.press('Email me a code', { email });
  await browser.open((await mailbox.newestTo(email, stranger)).link ?? '');
  await browser.press('Continue');
  expect(browser.place()).toBe('/reset-password/new');
  await expect(
    callAuth(addresses, 'token?grant_type=password', { email, password: "the stranger's password" }),
  ).rejects.toThrow('400');
});

test('an attacker who signed up first with my address is locked out once I confirm it', async ({
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  await callAuth(addresses, 'signup', { email, password: "the stranger's password" });
  const stranger = await mailbox.newestTo(email);
  await letMailAge(addresses, email, '1 minute');
  const browser = await walkSignUp(addresses, email, 'my own password');
  await browser.open((await mailbox.newestTo(email, stranger)).link ?? '');
  await browser.press('Confirm email');
  expect(browser.place()).toBe('/reset-password/new');
  expect(browser.words()).toContain('Choose your password again.');
  await expect(
    callAuth(addresses, 'token?grant_type=password', { email, password: "the stranger's password" }),
  ).rejects.toThrow('400');
});

test("without a password a code signs up, and the account has none: neither mine nor an earlier sign-up's", async ({
  page,
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  const password = "the stranger's password";
  await callAuth(addresses, 'signup', { email, password });
  const stranger = await mailbox.newestTo(email);
  await letMailAge(addresses, email, '1 minute');
  await page.goto('/sign-up?next=/security');
  await page.getByRole('button', { name: 'Sign up without a password' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/./);
  await expect(page.getByLabel('Password')).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Email').fill(email);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Sign up without a password' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.getByLabel('Code').fill((await mailbox.newestTo(email, stranger)).code ?? '');
  await expect(page).toHaveURL('/security');
  await expect(page.getByText('You have no password')).toBeVisible();
  await expect(callAuth(addresses, 'token?grant_type=password', { email, password })).rejects.toThrow('400');
});

test('an expired link offers a new one', async ({ addresses, mailbox }) => {
  const email = newEmail();
  await callAuth(addresses, 'signup', { email, password: 'correct horse battery' });
  const { link } = await mailbox.newestTo(email);
  await letMailAge(addresses, email, '2 hours');
  const browser = openScriptlessBrowser(addresses.siteUrl);
  await browser.open(link ?? '');
  await browser.press('Confirm email');
  expect(browser.words()).toContain('expired or was already used');
  expect(browser.words()).toContain('Send a new link');
});

test('before JavaScript has loaded users sign up, mistype the code, reload, and confirm', async ({
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  const browser = await walkSignUp(addresses, email);
  const { code } = await mailbox.newestTo(email);
  await browser.press('Continue', { code: code === '000000' ? '000001' : '000000' });
  expect(browser.words()).toContain("doesn't match");
  await browser.open(browser.place());
  await browser.press('Continue', { code: code ?? '' });
  expect(browser.place()).toBe('/wallets');
});

test('a wallet signs up as well as in @slow', async ({ page }) => {
  await installTestWallet(page);
  await page.goto('/sign-up?next=/account');
  await page.getByRole('button', { name: 'Sign up with Solana' }).click();
  await chooseWallet(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign with Test Wallet' }).click();
  await expect(page).toHaveURL('/account');
});

test.describe('before JavaScript has loaded @slow', () => {
  test.use({ javaScriptEnabled: false });

  test('users sign up without a password', async ({ page, mailbox }) => {
    const email = newEmail();
    await page.goto('/sign-up');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Sign up without a password' }).click();
    await page.getByLabel('Code').fill((await mailbox.newestTo(email)).code ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/wallets');
  });
});
