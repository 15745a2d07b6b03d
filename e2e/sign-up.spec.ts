import type { Page } from 'playwright/test';
import { callAuth, createAccount, enterPassword, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { holdPause, letMailAge, letPauseEnd } from './fixtures/let-time-pass.ts';
import { carrySession } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

const newEmail = () => `new-${crypto.randomUUID()}@example.com`;

async function signUp(page: Page, email: string, password = 'correct horse battery', path = '/sign-up') {
  await page.goto(path);
  await fillSignUp(page, email, password);
}

async function fillSignUp(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('an email that already has an account gets no hint of it, and no mail', async ({
  page,
  account,
  mailbox,
}) => {
  const before = await mailbox.allTo(account.email);
  await signUp(page, account.email);
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  const known = await page.getByRole('main').textContent();

  const email = newEmail();
  await signUp(page, email);
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  expect(known?.replace(account.email, email)).toBe(await page.getByRole('main').textContent());
  await mailbox.newestTo(email);
  expect(await mailbox.allTo(account.email)).toHaveLength(before.length);
});

test('refuses a short password and a malformed email at their fields, and keeps what was typed', async ({
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
  await expectNoAxeViolations(page);
});

test('the code from the mail confirms as well as the link does, sends itself, and once refused not again', async ({
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
    if (request.method() === 'POST' && request.url().includes('/auth/confirm')) sent.push(request.url());
  });
  await page.clock.install();
  const passUntil = (isSo: () => boolean | Promise<boolean>) =>
    expect.poll(() => page.clock.runFor(1000).then(isSo)).toBe(true);
  const refusal = page.getByRole('alert').filter({ hasText: "doesn't match" });
  await code.fill('000000');
  await passUntil(() => refusal.isVisible());
  // The next one is typed over it.
  await expect(code).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe('000000');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expect(code).toHaveAccessibleDescription(/^That code doesn't match/);
  await expect(page.getByRole('link', { name: 'Sign in', exact: true }).first()).toBeVisible();
  await expectNoAxeViolations(page);
  for (const typed of ['00000', '000000']) await code.fill(typed);
  await page.clock.runFor(1000);
  await code.fill(`${mail.code?.slice(0, 3)} ${mail.code?.slice(3)}`);
  await passUntil(() => new URL(page.url()).pathname === '/account');
  expect(sent).toHaveLength(2);
});

test('the link goes on to where the visitor was heading, the tab that waits for it follows, and no other account moves that', async ({
  page,
  context,
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  await signUp(page, email, undefined, '/sign-up?next=/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible();
  const { link } = await mailbox.newestTo(email);
  const other = await context.newPage();
  await carrySession(other, addresses, await createAccount(addresses));
  const asked = page.waitForResponse((response) => response.request().method() === 'POST');
  await other.goto('/wallets');
  await asked;
  await other.goto(link ?? '');
  await expect(page.getByLabel('Code')).toBeVisible();
  await other.getByRole('button', { name: 'Confirm email' }).click();
  await expect(other).toHaveURL('/account');
  await expect(page).toHaveURL('/account');
  // The link has done its work, and there is a way on.
  await other.goto(link ?? '');
  await expect(other.getByText(`You're already signed in as ${email}.`)).toBeVisible();
  await expectNoAxeViolations(other);
  await other.getByRole('link', { name: 'Continue' }).click();
  await expect(other).toHaveURL('/account');
});

test('on another device the link works too, and asks for a password that this one knows', async ({
  page,
  browser,
  mailbox,
}) => {
  const email = newEmail();
  await signUp(page, email);
  const { link } = await mailbox.newestTo(email);
  const phone = await browser.newPage();
  await phone.goto(link ?? '');
  await phone.getByRole('button', { name: 'Confirm email' }).click();
  await expect(phone).toHaveURL(/\/reset-password\/new$/);
  await phone.getByLabel('Password').fill('chosen on the phone');
  await phone.getByRole('button', { name: 'Change password' }).click();
  await phone.getByRole('link', { name: 'Continue' }).click();
  await expect(phone).toHaveURL(/\/wallets$/);
  await phone.close();
});

test('a newer link replaces the older one, and asking again too soon says how long to wait', async ({
  page,
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  await signUp(page, email);
  const first = await mailbox.newestTo(email);
  const again = page.getByRole('button', { name: 'Send it again' });
  const sent = page.getByText('Sent again.');
  const wait = page.getByRole('alert').filter({ hasText: /Wait \d+ seconds? before/ });
  // The mail arrives before the answer, whose own pause would replace this one.
  await expect(again).toBeVisible();
  await holdPause(page);
  await again.click();
  await expect(wait).toBeVisible();
  expect(await mailbox.allTo(email)).toHaveLength(1);
  await letPauseEnd(page, addresses, email);
  await again.click();
  await expect(sent).toBeVisible();
  const second = await mailbox.newestTo(email, first);
  expect(second.link).not.toBe(first.link);

  await page.goto(first.link ?? '');
  await expect(page.getByRole('alert').filter({ hasText: 'expired or was already used' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.goto(second.link ?? '');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/wallets');
});

test('a made-up link gets an explanation and a way on, whatever is in it', async ({ request }) => {
  for (const query of [
    '',
    '?token_hash=x&type=email',
    `?token_hash=${'a'.repeat(56)}&type=email`,
    `?token_hash=${'a'.repeat(56)}&type=nonsense`,
    '?type=email',
    '?token_hash=x&token_hash=y&type=email',
    `?token_hash=${encodeURIComponent("'; drop table x;--")}&type=email`,
  ]) {
    const response = await request.get(`/auth/confirm${query}`);
    expect(response.status()).toBe(200);
    expect(await response.text()).toContain('Send a new link');
  }
});

test('a link of another account names both before it does anything', async ({
  page,
  account,
  addresses,
  mailbox,
}) => {
  await signIn(page, account);
  const other = newEmail();
  await callAuth(addresses, 'signup', { email: other, password: 'correct horse battery' });
  await page.goto((await mailbox.newestTo(other)).link ?? '');
  await expect(page.getByText(`You are signed in as ${account.email}.`)).toBeVisible();
  await expect(page.getByText(other).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/reset-password/new');
  await page.goto('/account');
  await expect(page.getByText(other).first()).toBeVisible();
});

test('an unconfirmed account with the right password is told to confirm, and how', async ({ page }) => {
  const email = newEmail();
  await signUp(page, email);
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await page.goto('/sign-in?next=%2Factivity');
  await enterPassword(page, { email, password: 'correct horse battery' });
  await expect(page.getByRole('alert').filter({ hasText: "isn't confirmed yet" })).toBeVisible();
  await page.getByRole('link', { name: 'Send a new confirmation mail' }).click();
  await expect(page).toHaveURL('/auth/confirm?next=%2Factivity');
  await expect(page.getByRole('button', { name: 'Send it again' })).toBeVisible();
});

test('whoever signed up first with my address has no way in once I reset the password, even if I leave then', async ({
  page,
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  await callAuth(addresses, 'signup', { email, password: "the stranger's password" });
  const stranger = await mailbox.newestTo(email);
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.goto((await mailbox.newestTo(email, stranger)).link ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/reset-password/new');
  await page.goto('about:blank');
  await expect(
    callAuth(addresses, 'token?grant_type=password', { email, password: "the stranger's password" }),
  ).rejects.toThrow('400');
});

test('whoever signed up first with my address has no way in once I confirm it', async ({
  page,
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  await callAuth(addresses, 'signup', { email, password: "the stranger's password" });
  const stranger = await mailbox.newestTo(email);
  await letPauseEnd(page, addresses, email);
  await signUp(page, email, 'my own password');
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await page.goto((await mailbox.newestTo(email, stranger)).link ?? '');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/reset-password/new');
  await expect(page.getByText('Choose your password again.')).toBeVisible();
  await expect(
    callAuth(addresses, 'token?grant_type=password', { email, password: "the stranger's password" }),
  ).rejects.toThrow('400');
});

test('without a password a code signs up, and the account has none: neither mine nor that of whoever signed up first', async ({
  page,
  addresses,
  mailbox,
}) => {
  const email = newEmail();
  const password = "the stranger's password";
  await callAuth(addresses, 'signup', { email, password });
  const stranger = await mailbox.newestTo(email);
  await letPauseEnd(page, addresses, email);
  await page.goto('/sign-up?next=/security');
  await page.getByRole('button', { name: 'Sign up without a password' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/./);
  await expect(page.getByLabel('Password')).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Email').fill(email);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Sign up without a password' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await page.getByLabel('Code').fill((await mailbox.newestTo(email, stranger)).code ?? '');
  await expect(page).toHaveURL('/security');
  await expect(page.getByText('Password: not set')).toBeVisible();
  await expect(callAuth(addresses, 'token?grant_type=password', { email, password })).rejects.toThrow('400');
});

test('a link that has expired offers a new one', async ({ page, addresses, mailbox }) => {
  const email = newEmail();
  await callAuth(addresses, 'signup', { email, password: 'correct horse battery' });
  const { link } = await mailbox.newestTo(email);
  await letMailAge(addresses, email, '2 hours');
  await page.goto(link ?? '');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'expired or was already used' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible();
});

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false });

  test('people sign up, mistype the code, reload, and confirm', async ({ page, mailbox }) => {
    const email = newEmail();
    await signUp(page, email);
    const { code } = await mailbox.newestTo(email);
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').filter({ hasText: "doesn't match" })).toBeVisible();
    await page.goto(page.url());
    await page.getByLabel('Code').fill(code ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/wallets');
  });
});
